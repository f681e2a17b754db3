/**
 * What validators say of broken specs: of the fixtures of every rule, and of faults that no rule was written for.
 * Prints tables as Markdown. The others are installed into a folder for the time of the run; what cannot be is told.
 * --alone tries only this program; --messages prints what each said, for whoever doubts a figure.
 */
import manifest from '../../package.json' with { type: 'json' }
import { withPeers } from '../peers.ts'
import { casesIn } from './cases.ts'
import { judged, perCase, summary } from './tables.ts'
import { installPeers, ours, type Absent, type Validator } from './validators.ts'

const groups = [
  { title: 'The fixtures of every rule', cases: casesIn('fixtures/specs') },
  { title: 'Faults that no rule was written for', cases: casesIn('fixtures/unseen') },
]

await withPeers(async (folder) => {
  const others = process.argv.includes('--alone') ? [] : await installPeers(folder)
  const all = [ours(manifest.version), ...others]
  const validators = all.filter((one): one is Validator => 'messagesOn' in one)
  for (const { title, cases } of groups) {
    const results = await judged(cases, validators)
    console.log(`## ${title}\n\n${summary(cases, results)}\n\n${perCase(cases, results)}\n`)
    if (process.argv.includes('--messages'))
      for (const { validator, said } of results)
        for (const [i, messages] of said.entries())
          console.log(`${validator.name} on ${cases[i]?.name}: ${JSON.stringify(messages, undefined, 2)}`)
  }
  const absent = all.filter((one): one is Absent => 'reason' in one)
  for (const { name, version, reason } of absent)
    console.log(`${name} ${version} could not be tried: ${reason}`)
})
