/**
 * Writes what is generated: first the sources of the program, which git ignores, then, by running the program, the schemas and pages
 * of `docs/` that are committed. With --check it fails where one of those is not current.
 */
import { explainPages } from './explain-pages.ts'
import { generateSources } from './generate-sources.ts'
import { staleFiles, writeFiles } from './write-files.ts'

await generateSources()
// Loaded only now, since the program needs those sources.
const { committedFiles } = await import('./generate-docs.ts')
const files = await committedFiles()
if (process.argv.includes('--check')) {
  const stale = staleFiles(files)
  if (stale.length > 0) {
    console.error(`Generated files are not current; run npm run generate: ${stale.join(', ')}`)
    process.exitCode = 1
  }
} else {
  writeFiles(files)
  // Its examples may be new.
  writeFiles(explainPages())
}
