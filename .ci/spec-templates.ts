import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { GeneratedFiles } from './write-files.ts'

/** The specs in `src/authoring/templates/` as a module, since a bundle has no other files. */
export function specTemplates(): GeneratedFiles {
  const texts = globSync('src/authoring/templates/*.yaml')
    .toSorted()
    .map((file) => [basename(file, '.yaml'), readFileSync(file, 'utf8')])
  return new Map([
    [
      'src/authoring/generated/templates.ts',
      `/* Generated from src/authoring/templates by npm run generate. */

export const templates = ${JSON.stringify(Object.fromEntries(texts), undefined, 2)}
`,
    ],
  ])
}
