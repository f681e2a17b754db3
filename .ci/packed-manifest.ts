/**
 * Around `npm pack` and `npm publish`: `node .ci/packed-manifest.ts put` replaces package.json by the one that is packed, which has nothing
 * that only a clone needs, and `restore` brings the clone's back. If npm is killed between the two, `package.json.original` is the clone's.
 */
import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const kept = 'package.json.original'
const clonesOnly = new Set(['allowScripts', 'devDependencies', 'knip', 'scripts'])

if (process.argv[2] === 'put') {
  const text = readFileSync('package.json', 'utf8')
  // Ours, and `files` is there.
  const clone = JSON.parse(text) as { readonly files: readonly string[] }
  const manuals = globSync('man/*.[0-9]').toSorted()
  const packed = {
    ...Object.fromEntries(Object.entries(clone).filter(([key]) => !clonesOnly.has(key))),
    ...(manuals.length > 0 && { files: [...clone.files, 'man'], man: manuals }),
  }
  writeFileSync(kept, text)
  writeFileSync('package.json.packed', `${JSON.stringify(packed, undefined, 2)}\n`)
  renameSync('package.json.packed', 'package.json')
} else {
  renameSync(kept, 'package.json')
}
