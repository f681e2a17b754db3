/** "4", "4 and 7", "4, 7, 9 and 12 more". */
export function sayNumbers(numbers: readonly number[]): string {
  const rest = numbers.length - mostSaid
  const said = numbers.slice(0, mostSaid).map(String)
  const last = rest > 0 ? `${rest} more` : said.length > 1 ? said.pop() : undefined
  return last === undefined ? said.join(', ') : `${said.join(', ')} and ${last}`
}

const mostSaid = 3
