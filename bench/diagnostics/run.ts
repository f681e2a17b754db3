/**
 * What validators say of broken specs: of the fixtures of every rule, and of faults that no rule was written for. How a
 * spec and its expected answers are written stands in `cases.ts`. The others are installed for the time of the run, or
 * into the folder behind --peers, which is kept; what cannot be had is told.
 * Prints Markdown; where all were tried, that becomes `docs/diagnostics.md`.
 * --alone tries only this program; --messages prints what each said, for whoever doubts a figure.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import manifest from '../../package.json' with { type: 'json' }
import { binOf, execute, withPeers } from '../peers.ts'
import { casesIn, type Case } from './cases.ts'
import { judged, perCase, summary } from './tables.ts'
import { installPeers, ours, type Absent, type Validator } from './validators.ts'

const head = `# How faults in specs are found
Five validators read the same broken specs: formctl, and four that use the JSON schema of specs, as editors do. The tables
count what each of them reports. In short: formctl names nearly every cause, at the right line.

| letter | measure | counts if |
|---|---|---|
| c | cause named | a message names the key, the value or the problem, or points at it |
| p | right line and column | such a message points at the faulty key or value |
| s | right change suggested | a message names the correction, where only one is certain; a list of all allowed values does not count |
| o | one message for each cause | there are as many messages as causes, and each cause is named |

In the rows of single specs, a dash stands for a measure that was missed. The number counts messages. Where a measure does
not apply, its letter is left out.

\`npm run bench:diagnostics\` writes this page. \`bench/diagnostics/cases.ts\` says how to add a spec, \`judge.ts\` how messages are
judged.`

const firstRuns = readFileSync('bench/diagnostics/first-runs.md', 'utf8').trimEnd()

const unseen = casesIn('fixtures/unseen')

const groups: readonly { readonly title: string; readonly text: string; readonly cases: readonly Case[] }[] =
  [
    {
      title: 'The fixtures of every rule',
      text: 'One or more specs for each code, written together with its rule.',
      cases: casesIn('fixtures/specs'),
    },
    {
      title: 'Common mistakes, known during development',
      text: 'Collected from mistakes that people make. formctl was improved with these specs, so the figures do not show how it does on new ones.',
      cases: unseen.filter(({ isNew }) => !isNew),
    },
    {
      title: 'Common mistakes, written afterwards',
      text: 'Written from the documented API alone when the program was finished. Nothing was changed for them.',
      cases: unseen.filter(({ isNew }) => isNew),
    },
  ]

await withPeers(async (folder) => {
  const others = process.argv.includes('--alone') ? [] : await installPeers(folder)
  const all = [ours(manifest.version), ...others]
  const validators = all.filter((one): one is Validator => 'messagesOn' in one)
  const parts: string[] = [head]
  for (const { title, text, cases } of groups.filter((group) => group.cases.length > 0)) {
    const results = await judged(cases, validators)
    parts.push(`## ${title}`, text, summary(cases, results), perCase(cases, results))
    if (process.argv.includes('--messages'))
      for (const { validator, said } of results)
        for (const [i, messages] of said.entries())
          console.log(`${validator.name} on ${cases[i]?.name}: ${JSON.stringify(messages, undefined, 2)}`)
  }
  const page = `${[...parts, firstRuns].join('\n\n')}\n`
  console.log(page)
  const absent = all.filter((one): one is Absent => 'reason' in one)
  for (const { name, version, reason } of absent)
    console.log(`${name} ${version} could not be tried: ${reason}`)
  if (others.length === 0 || absent.length > 0) return
  writeFileSync('docs/diagnostics.md', page)
  await execute(process.execPath, [binOf('.', 'oxfmt'), 'docs/diagnostics.md'])
})
