import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from 'assemblyscript/asc'

/** The modules of TypeScript, by their files, of what folders of AssemblyScript compile to, and the hashes of both. */
export const kernelModules = async (): Promise<readonly (readonly [file: string, text: string])[]> => [
  ['src/engine/generated/engine.ts', await moduleOf('src/engine/assembly', 'engine')],
]

async function moduleOf(folder: string, name: string): Promise<string> {
  const files = readdirSync(folder).toSorted()
  const source = createHash('sha256')
  for (const file of files) source.update(readFileSync(join(folder, file)))
  const wasm = await compiled(
    Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')])),
  )
  const sha256 = createHash('sha256').update(wasm).digest('hex')
  return [
    `/* Generated from ${folder} by npm run generate. */`,
    '',
    '/** The SHA-256 of the sources, one after another in the order of their names, and of the compiled module. */',
    `export const ${name}Hashes = { sources: '${source.digest('hex')}', module: '${sha256}' } as const`,
    '',
    '/** The compiled module. */',
    `export const ${name}Base64 =\n  '${Buffer.from(wasm).toString('base64')}'`,
    '',
  ].join('\n')
}

const options = [
  '-O3',
  '--converge',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--enable',
  'bulk-memory',
  '--importMemory',
  '--noExportMemory',
  '--zeroFilledMemory',
]

async function compiled(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
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
