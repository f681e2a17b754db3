/** The headlines that a question had. */
export type Headlines = {
  /** Once it had several: all of them, and each on one line, as columns bear it. */
  readonly all: ReadonlySet<string>
  readonly keep: (headline: string) => void
}

/** Enough to tell what a question was called; a headline may hold what somebody answered before. */
const usualMost = 1000

/** No headlines yet, of which no more than that many are kept. */
export function makeHeadlines(most = usualMost): Headlines {
  const all = new Set<string>()
  return {
    all,
    keep: (headline) => {
      if (all.size < most && !all.has(headline)) all.add(headline).add(onOneLine(headline))
    },
  }
}

/** A headline as the names of columns have it. */
export const onOneLine = (headline: string): string =>
  isOneLine.test(headline) ? headline : headline.replaceAll(/\s+/g, ' ').trim()

/** Most headlines are: words of ASCII with a space between any two. */
const isOneLine = /^[!-~]+(?: [!-~]+)*$/
