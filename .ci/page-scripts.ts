import { readdirSync } from 'node:fs'
import { build } from 'esbuild'

const folder = 'src/server/browser'

/** The module that holds each script of the pages as it is sent: minified, closed in itself, by the name of its file. */
export async function pageScriptFiles(): Promise<Map<string, string>> {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .toSorted()
  const scripts = await Promise.all(names.map(async (name) => [name, await minified(`${folder}/${name}.ts`)]))
  const text = `/* Generated from ${folder}/ by npm run generate. */

/** The scripts of pages, minified, by name. */
export const pageScripts = ${JSON.stringify(Object.fromEntries(scripts), undefined, 2)} as const
`
  return new Map([['src/server/generated/page-scripts.ts', text]])
}

async function minified(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  })
  const [{ text } = { text: '' }] = outputFiles
  // It stands inside a script element, which this would end.
  if (/<\/script|<!--/i.test(text)) throw new Error(`${file} cannot stand inside a page`)
  return text.trim()
}
