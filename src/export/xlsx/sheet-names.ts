/** Gives each sheet a name that Excel takes and no other sheet has: `responses`, then `responses (2)`. */
export function makeSheetNames(): (table: string) => string {
  const taken = new Set<string>()
  return (table) => {
    const base = validName(table)
    for (let n = 1; ; n++) {
      const suffix = n === 1 ? '' : ` (${n})`
      const name = cutTo(base, mostLength - suffix.length) + suffix
      if (taken.has(name.toLowerCase())) continue
      taken.add(name.toLowerCase())
      return name
    }
  }
}

const mostLength = 31

function validName(table: string): string {
  // oxlint-disable-next-line no-control-regex -- Excel takes no control characters in a sheet's name
  const name = cutTo(table.replaceAll(/[[\]:*?/\\\u0000-\u001F]/g, '_'), mostLength).replaceAll(/^'|'$/g, '_')
  // Excel keeps "History" for itself.
  return name.trim() === '' ? 'Sheet' : name.toLowerCase() === 'history' ? `${name}_` : name
}

/** At most so many code units, no character cut in two. */
const cutTo = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
