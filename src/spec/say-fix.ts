import type { Fix } from '../form/finding.ts'
import { listed } from '../form/words.ts'
import type { Edit } from './placed.ts'

/** What a fix did to a text, for whoever reads it afterwards: "wrote `steps` for `setps`". */
export function sayFix(fix: Fix, edits: readonly Edit[], before: string): string {
  const written = edits.find(({ text }) => text !== '')
  const own = String(fix.path.at(-1) ?? '')
  if (fix.kind === 'remove' || written === undefined) return `removed ${shown(own)}`
  const wrote = `wrote ${shown(written.text)} for ${shown(before.slice(written.start, written.end))}`
  const gone = fix.kind === 'rename-key' ? (fix.without ?? []) : []
  return gone.length === 0 ? wrote : `${wrote} and removed ${listed(gone.map(shown))}`
}

// As it stands in the file, with its quotes; a long one is cut, since nobody compares it here.
const shown = (text: string): string => `\`${text.length > 60 ? `${text.slice(0, 59)}…` : text}\``
