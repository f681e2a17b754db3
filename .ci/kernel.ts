import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { present, type GeneratedFiles } from './write-files.ts'

const folder = 'src/engine/assembly'
const output = 'src/engine/generated/engine.ts'

/** The module of TypeScript that holds what the AssemblyScript of the engine compiles to. It is compiled anew only where its sources changed. */
export async function kernelModule(): Promise<GeneratedFiles> {
  const names = readdirSync(folder).toSorted()
  const sources = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const hash = createHash('sha256')
    .update(JSON.stringify([sources, options]))
    .digest('hex')
  const banner = `/* Generated from ${folder} (${hash}) by npm run generate. */\n`
  const before = present(output)
  if (before?.startsWith(banner) === true) return new Map([[output, before]])
  const wasm = Buffer.from(await compiled(sources)).toString('base64')
  return new Map([
    [output, `${banner}\n/** The compiled module. */\nexport const engineBase64 =\n  '${wasm}'\n`],
  ])
}

const options =
  '-O3 --converge --runtime stub --enable simd --enable bulk-memory --importMemory --noExportMemory --zeroFilledMemory'.split(
    ' ',
  )

async function compiled(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  // Loaded only here: it takes a second.
  const { main } = await import('assemblyscript/asc')
  let wasm: Uint8Array | undefined
  const { error } = await main(['index.ts', '--outFile', 'kernel.wasm', ...options], {
    readFile: (name) => files[name] ?? null,
    writeFile: (name, contents) => {
      if (name === 'kernel.wasm' && typeof contents !== 'string') wasm = contents
    },
    listFiles: () => [],
  })
  if (error || wasm === undefined) throw new Error(`the kernel does not compile: ${String(error?.message)}`)
  return wasm
}
