/** Something that was demanded, and whether it is so. */
export type Verdict = {
  readonly what: string
  readonly isMet: boolean
}

/** A demand that a figure is at most so much. */
export const atMost = (what: string, figure: number, most: number): Verdict => ({
  what: `${what}: ${figureOf(figure)} (at most ${most})`,
  isMet: figure <= most,
})

/** A demand that a figure is at least so much. */
export const atLeast = (what: string, figure: number, least: number): Verdict => ({
  what: `${what}: ${figureOf(figure)} (at least ${least})`,
  isMet: figure >= least,
})

/** A verdict as a line. */
export const lineOf = ({ what, isMet }: Verdict): string => `${isMet ? 'ok     ' : 'NOT MET'} ${what}`

/** A figure with as many digits as it is worth. */
export const figureOf = (figure: number): string =>
  Number.isNaN(figure) ? '–' : figure >= 20 ? figure.toFixed(0) : figure.toFixed(figure < 1 ? 2 : 1)
