/** A run of a text: plain, or a link. */
export type TextRun = { readonly text: string; readonly url?: string }

/** The runs of a text in which `[text](https://…)` is a link. Only addresses of the web and of mail make one. */
export function runsOf(text: string): readonly TextRun[] {
  const runs: TextRun[] = []
  let from = 0
  for (const match of text.matchAll(link)) {
    const [whole, label = '', url = ''] = match
    if (!isLinkable(url)) continue
    if (match.index > from) runs.push({ text: text.slice(from, match.index) })
    runs.push({ text: label, url })
    from = match.index + whole.length
  }
  return from < text.length ? [...runs, { text: text.slice(from) }] : runs
}

const link = /\[([^[\]]+)\]\(([^()\s]+)\)/g

const isLinkable = (url: string): boolean =>
  /^(https?:\/\/[^\s/]|mailto:[^\s@]+@)/i.test(url) && URL.canParse(url)

/** A text as it reads without markup: each link as `text (https://…)`. */
export const plainText = (text: string): string =>
  runsOf(text)
    .map((run) => (run.url === undefined ? run.text : `${run.text} (${run.url})`))
    .join('')
