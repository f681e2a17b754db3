/** The line that an offset stands in: where it begins, and what it is moved in by. */
export function lineAround(text: string, offset: number): { start: number; indent: string } {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  let stop = start
  while (text.charAt(stop) === ' ' || text.charAt(stop) === '\t') stop++
  return { start, indent: text.slice(start, stop) }
}
