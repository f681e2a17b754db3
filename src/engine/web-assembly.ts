// TypeScript knows it from browsers only.
type WebAssemblyApi = {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { readonly initial: number }) => WebAssemblyMemory
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

/** Memory of an instance, in pages of 64 KiB; it has another buffer once it has grown. */
export type WebAssemblyMemory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }

/** The engine's. */
const { Module, Memory, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly

/** Memory of so many pages. */
export const memoryOf = (pages: number): WebAssemblyMemory => new Memory({ initial: pages })

/** What an instance of a module exports. */
export const instanceOf = (module: object, imports: object): object => new Instance(module, imports).exports

/** A module of its bytes in base64. */
export const moduleOf = (base64: string): object => new Module(bytesOf(base64))

// Of those Nodes that we run on, only 26 has it, which takes a fraction of the time.
const { fromBase64 } = Uint8Array as { readonly fromBase64?: (base64: string) => Uint8Array }

const bytesOf = (base64: string): Uint8Array =>
  fromBase64
    ? fromBase64.call(Uint8Array, base64)
    : Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
