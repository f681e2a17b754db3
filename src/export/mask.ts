const dots = '•••'

/**
 * A text of which no more can be read than its first letter and whether it is an address of e-mail: `j•••@•••`,
 * `B•••`. Not even its length is told, and of what a digit begins or a single letter is, nothing.
 */
export function mask(text: string): string {
  if (text === '') return ''
  const [, before = text] = /^([^@]+)@/.exec(text) ?? []
  const [, first = ''] = /^(\p{L})./su.exec(before) ?? []
  return `${first}${dots}${before === text ? '' : `@${dots}`}`
}
