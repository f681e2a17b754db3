/**
 * Has documents of many seeds read by the kernel and by the parser, and tells where they differ.
 *
 * Usage: npm run fuzz -- <trial> [--from 0] [--count 1000000]
 *
 * A range of seeds can be divided among processes, and taken up where a run was ended. A single seed (`--count 1`) also
 * tells what was different.
 */
import { deepStrictEqual } from 'node:assert'
import { parseArgs } from 'node:util'
import { tallyText, startTally, tryDocument } from './trial.ts'
import { trials } from './engine.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', default: '0' }, count: { type: 'string', default: '1000000' } },
})
const [name = ''] = positionals
const [from, count] = [Number(values.from), Number(values.count)]
const trial = trials[name]
if (!trial || !Number.isSafeInteger(from) || !Number.isSafeInteger(count)) {
  console.error(`Usage: npm run fuzz -- ${Object.keys(trials).join('|')} [--from 0] [--count 1000000]`)
  process.exit(2)
}

const tally = startTally()
const begun = performance.now()
const told = { at: begun, different: 0 }
const tell = (next: number): void => {
  const { user, system } = process.cpuUsage()
  const seconds = `${((performance.now() - begun) / 1000).toFixed(0)} s, ${((user + system) / 1e6).toFixed(0)} s of a core`
  console.log(`${name}, seeds ${from} to ${next - 1}, ${seconds}: ${tallyText(tally)}`)
}
for (let seed = from; seed < from + count; seed++) {
  await tryDocument(trial, seed, tally)
  for (; told.different < tally.different.length; told.different++)
    console.log(`different: npm run fuzz -- ${name} --from ${tally.different[told.different]} --count 1`)
  if (performance.now() - told.at < 30_000) continue
  told.at = performance.now()
  tell(seed + 1)
}
tell(from + count)
if (tally.different.length > 0) process.exitCode = 1
if (count === 1) {
  const { reference, result } = await trial(from)
  deepStrictEqual(result, reference)
}
