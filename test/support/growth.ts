import { isLong } from './is-long.ts'

/** What long runs consist of. */
const units: readonly string[] = [
  ' |\t|\u00A0|\u200B|\n|\r|\r\n|\n | \n|0|7|٣|a|é|ß|İ|表|👍'.split('|'),
  ['\u0301', '\u0301\u0316', 'e\u0301', '\u202E', '<', '>', '<a', '<b>', '&', '&amp;', '"', '""', "'", "''"],
  String.raw`\|\n|!|！|@|.|..|../|,|, |;|:|: |-|--|_|/|//|+|=`.split('|'),
  '(_)_[_[]_{_{}_${_${a}_%_%20_#_ #_*_|_?_~_^_$_`_()'.split('_'),
  'a._a-_a,_a _a@_a=_a:_1,_1._"a,_"a"_",_http://_https://a.b/_/api/v1'.split('_'),
  ['- ', '- a\n', 'a: b\n', '[a](', '](', '**', 'and ', 'not ', '(1', '=1;', 'gzip,', ';q=', '[{', '{"a":'],
].flat()
const heads = ['', 'a', '1', '+', '=', '"', "'", 'https://', '{', '[', '(', '<', 'a@', '${', ' ']
const ends = ['', 'x', '!', '1', '"', ' ', '\n', '\u0301']

/** A long run of one kind with what stands before and behind it. Its end makes a search that went too far go back. */
export type LongRun = {
  readonly name: string
  readonly of: (length: number) => string
}

const longRuns: readonly LongRun[] = units.flatMap((unit) =>
  heads.flatMap((head) =>
    ends.map((end) => ({
      name: JSON.stringify(`${head}…${unit}…${end}`),
      of: (length: number) => head + unit.repeat(Math.ceil(length / unit.length)) + end,
    })),
  ),
)

/** Those of them that are tried one way: ten times as many where the long counts are asked for. */
export const longRunsFor = (way: number, most: number): readonly LongRun[] => {
  // A stride that has no divisor in common with the count, so that each way gets units, heads and ends of all kinds.
  const stride = 1009
  const count = Math.min(isLong ? 10 * most : most, longRuns.length)
  return Array.from(
    { length: count },
    (_, i) => longRuns[((way * most + i) * stride) % longRuns.length],
  ).filter((run) => run !== undefined)
}

/** Microseconds of this thread's processor that the work takes; other programs on the machine do not count. */
async function costOf(work: () => unknown): Promise<number> {
  const { user, system } = process.threadCpuUsage()
  await work()
  const after = process.threadCpuUsage()
  return after.user - user + after.system - system
}

async function leastCost(work: () => unknown): Promise<number> {
  let least = Infinity
  for (let i = 0; i < 2; i++) least = Math.min(least, await costOf(work))
  return least
}

/** What costs less than this, in microseconds, is too little to measure: a quadratic search of these lengths costs more. */
const noise = 100_000

/**
 * How many times more a text costs that is twice as long, without what an empty one costs; undefined: it is cheap, or it
 * grows with its length. That is about 2 for a linear work and 4 for a quadratic one; it counts if it is more than 3 each of four times.
 */
async function growthOf(
  work: (text: string) => unknown,
  { of }: LongRun,
  length: number,
): Promise<number | undefined> {
  const [single, double] = [of(length), of(2 * length)]
  if ((await costOf(() => work(double))) < noise) return undefined
  let ratio = 0
  for (let attempt = 0; attempt < 4; attempt++) {
    const fixed = await leastCost(() => work(of(1)))
    const [once, twice] = [await leastCost(() => work(single)), await leastCost(() => work(double))]
    if (twice - fixed < noise) return undefined
    ratio = (twice - fixed) / Math.max(1, once - fixed)
    if (ratio <= 3) return undefined
  }
  return ratio
}

/** Which of these runs cost more than their length, with how many times more. */
export async function fasterThanLength(
  work: (text: string) => unknown,
  runs: readonly LongRun[],
  length: number,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const run of runs) {
    const growth = await growthOf(work, run, length)
    if (growth !== undefined) found.push(`${run.name} of ${length} and twice that: × ${growth.toFixed(1)}`)
  }
  return found
}
