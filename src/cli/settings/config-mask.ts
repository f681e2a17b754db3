/** The lines of a settings file as they may be shown: as long as they are, with what may be a key made stars. */
export function masked(text: string, { isPrivate }: { readonly isPrivate: boolean }): string {
  let hidden: number | undefined
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S|$/)
      // What is further to the right belongs to a key that was named above.
      if (hidden !== undefined && indent > hidden) return stars(line)
      hidden = undefined
      const named = /api[-_]?key/i.exec(line)
      if (named) hidden = indent
      if (!named && !isPrivate) return line.replaceAll(long, stars)
      const name = /^[\s-]*[\w.-]{1,30}:(?=\s|$)/.exec(line)?.[0] ?? ''
      return name + stars(line.slice(name.length))
    })
    .join('\n')
}

const stars = (text: string): string => text.replaceAll(/\S/g, '*')

// Shorter than any key, and longer than a severity or a word that was misspelt.
const long = /[^\s"'{}[\],:]{16,}/g

/** A sentence about YAML without the author's own words: one of them may be a key. */
export const withoutQuotes = (sentence: string): string =>
  sentence
    .replace(/(is missing before ).*/s, '$1what follows.')
    .replaceAll(/"([^"]*)"/g, (whole, inside: string) => (inside.length < 3 ? whole : '"…"'))
    .replaceAll(/[&*!%@\\]\S{2,}/g, '…')
