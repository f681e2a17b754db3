/** The headlines that a question had. */
export type Headlines = {
  /** Once it had several: all of them, and each on one line, as columns bear it; nothing is added but by `keepHeadline`. */
  all: ReadonlySet<string>
  readonly most: number
}

/** Enough to tell what a question was called; a headline may hold what somebody answered before. */
const usualMost = 1000

/** Most questions never have several. */
const none: ReadonlySet<string> = new Set()

/** No headlines yet, of which no more than that many are kept. */
export const makeHeadlines = (most = usualMost): Headlines => ({ all: none, most })

/** Keeps a headline of a question that had several. */
export function keepHeadline({ headlines }: { readonly headlines: Headlines }, headline: string): void {
  if (headlines.all.size >= headlines.most || headlines.all.has(headline)) return
  if (headlines.all === none) headlines.all = new Set<string>()
  // It is the set that was made here.
  ;(headlines.all as Set<string>).add(headline).add(onOneLine(headline))
}

/** A headline as the names of columns have it. */
export const onOneLine = (headline: string): string =>
  isOneLine.test(headline) ? headline : headline.replaceAll(/\s+/g, ' ').trim()

/** Most headlines are: words of ASCII with a space between any two. */
const isOneLine = /^[!-~]+(?: [!-~]+)*$/
