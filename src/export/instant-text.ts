/** Whether a text is an instant as services write it: `2026-03-01T09:00:00.000Z`, a day that there is. */
export function isInstant(text: string): boolean {
  if (text.length !== 24 || text.charCodeAt(23) !== 0x5a) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}
