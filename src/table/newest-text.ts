/** A text that came with the newest response; the greatest one where they are equally new. */
export type NewestText = { text: string; at: string }

/** Nothing yet. */
export const noText = (): NewestText => ({ text: '', at: '' })

/** Keeps a text where it is newer; `at` is the time of its response as the service writes it. */
export function noteText(newest: NewestText, text: unknown, at: string): void {
  if (typeof text !== 'string' || text === '') return
  if (at < newest.at || (at === newest.at && text <= newest.text)) return
  newest.text = text
  newest.at = at
}
