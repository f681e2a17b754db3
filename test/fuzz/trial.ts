import { isDeepStrictEqual } from 'node:util'

/** What the reference and the kernel made of a document. */
export type Outcome = {
  readonly reference: unknown
  readonly result: unknown
  /** Records that the kernel read, and those that it left to the parser. */
  readonly fast: number
  readonly slow: number
  readonly isRefused: boolean
}

/** Makes a document of a seed and has it read in both ways. */
export type Trial = (seed: number) => Promise<Outcome>

/** What came of many documents. */
export type Tally = {
  documents: number
  /** Records by the kernel and by the parser, of all documents and of those that were accepted. */
  fast: number
  slow: number
  refused: number
  /** Seeds of the documents of which the two made something else. */
  readonly different: number[]
}

/** No documents yet. */
export const startTally = (): Tally => ({ documents: 0, fast: 0, slow: 0, refused: 0, different: [] })

/** Tries a document and counts it. */
export async function tryDocument(trial: Trial, seed: number, tally: Tally): Promise<void> {
  const { reference, result, fast, slow, isRefused } = await trial(seed)
  tally.documents++
  tally.fast += fast
  tally.slow += slow
  if (isRefused) tally.refused++
  if (!isDeepStrictEqual(result, reference)) tally.different.push(seed)
}

/** Tries documents of so many seeds, from 0 on. */
export async function tryDocuments(trial: Trial, count: number): Promise<Tally> {
  const tally = startTally()
  for (let seed = 0; seed < count; seed++) await tryDocument(trial, seed, tally)
  return tally
}

/** A tally in one line. */
export function tallyText({ documents, fast, slow, refused, different }: Tally): string {
  const share = ((100 * fast) / Math.max(1, fast + slow)).toFixed(1)
  const records = `${fast + slow} records, ${share} % of them by the kernel`
  return `${documents} documents: ${records}; ${refused} refused; ${different.length} different`
}
