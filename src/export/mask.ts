const dots = '•••'

/**
 * A text of which no more can be read than its first letter and whether it is an address of e-mail: `j•••@•••`,
 * `B•••`. Not even its length is told, and nothing of what a digit begins, a single letter is, or true or false.
 */
export function mask(text: string): string {
  if (text === '') return ''
  // A first letter would tell which.
  if (text === 'true' || text === 'false') return dots
  const [, before = text] = /^([^@]+)@/.exec(text) ?? []
  const [, first = ''] = /^(\p{L})./su.exec(before) ?? []
  return `${first}${dots}${before === text ? '' : `@${dots}`}`
}
