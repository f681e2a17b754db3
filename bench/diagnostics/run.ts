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

const head = `# What validators say of broken specs
Counted by \`npm run bench:diagnostics\`, which writes this page. Every program reads the same files, the others with the
schema of specs that editors use; all are judged by the same code, on what they print for programs: that is said and
where. The rules of judging, and how to add a spec, stand in \`bench/diagnostics/cases.ts\` and \`judge.ts\`.

- **Cause named:** some message names the key, the value or the problem, or points at it.
- **Right line and column:** such a message stands at the key or the value at fault, counted from 1.
- **Right change suggested:** it says the change that mends the fault, where one is certain. A list of all that is allowed suggests nothing.
- **One message for each cause:** there are as many messages as causes, and each cause is named.

In the rows, c, p, s and o stand for the four; a dash for one that is missed in some fault of the spec, nothing where it
does not apply. The number counts the messages.`

const firstRuns = readFileSync('bench/diagnostics/first-runs.md', 'utf8').trimEnd()

const unseen = casesIn('fixtures/unseen')

const groups: readonly { readonly title: string; readonly text: string; readonly cases: readonly Case[] }[] =
  [
    {
      title: 'The fixtures of every rule',
      text: 'One spec or more for each code, written together with its rule.',
      cases: casesIn('fixtures/specs'),
    },
    {
      title: 'Slips that no rule was written for, before',
      text: 'Collected from how people slip. Its answers were improved on them since, so these figures tell what it does, and not how it does on what it has never seen.',
      cases: unseen.filter(({ isNew }) => !isNew),
    },
    {
      title: 'Slips that no rule was written for, after',
      text: 'Written from the contract alone when the program was finished. Nothing was changed for them.',
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
