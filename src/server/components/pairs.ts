import { html, type Html } from '../../html/html.ts'

/** Fields that belong on one line of a wide page. */
const partners: Readonly<Record<string, string>> = {
  firstName: 'lastName',
  lastName: 'firstName',
  city: 'zipCode',
  zipCode: 'city',
}

type Line = { readonly key: string; readonly drawn: Html }

/** Lines in their order; two that belong together and follow each other stand side by side. */
export function inPairs(lines: readonly Line[]): readonly Html[] {
  const [first, second, ...rest] = lines
  if (!first) return []
  if (!second || partners[first.key] !== second.key) return [first.drawn, ...inPairs(lines.slice(1))]
  return [html`<div class="pair">${first.drawn} ${second.drawn}</div>`, ...inPairs(rest)]
}
