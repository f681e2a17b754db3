import { count } from '../../failure/failure.ts'
import { defineCommand, type Context } from '../command.ts'
import { type Check, examine } from '../doctor/doctor.ts'
import { maskedIn } from '../terminal/key-mask.ts'

export const command = defineCommand({
  description:
    'Checks everything that a call needs, one line each, and says what to do about a failure: Node, the state folder, the settings files, the address, the proxy, the service, the clock, the API key, the environment and the source form. It creates and changes nothing. Each check takes at most 5 seconds, or --timeout; a command for the key may take a minute. Exits with 1 when a check fails.',
  examples: [
    { command: 'formctl doctor', shows: 'what works, what does not, and what to do' },
    {
      command: 'formctl doctor --profile staging -o json',
      shows: 'the same for another profile, as JSON',
    },
  ],
  async run(_given, context) {
    const checks = maskedIn(await examine(context), context.terminal.masked)
    const isHealthy = checks.every(({ result }) => result !== 'failure')
    if (context.globals.output === 'json')
      await context.terminal.printJson({ schema_version: 1, isHealthy, checks })
    else await sayChecks(checks, context)
    return isHealthy ? 0 : 1
  },
})

const marks = { ok: 'ok', warning: 'warning', failure: 'FAILURE', skipped: '-' } as const

async function sayChecks(checks: readonly Check[], { terminal, host, globals }: Context): Promise<void> {
  const columns = ['result', 'what', { text: 'found' }]
  // In a frame the advice follows what was found: few checks have any.
  if (host.stdout.isTerminal || globals.output === 'table')
    await terminal.table(
      columns,
      checks.map(({ name, result, found, advice }) => [
        marks[result],
        name,
        advice === undefined ? found : `${found} ${advice}`,
      ]),
    )
  else
    await terminal.table(
      [...columns, 'what to do'],
      checks.map(({ name, result, found, advice }) => [marks[result], name, found, advice ?? '']),
    )
  const [failures, warnings] = (['failure', 'warning'] as const).map(
    (wanted) => checks.filter(({ result }) => result === wanted).length,
  )
  await terminal.info(
    `${count(checks.length, 'check')}: ${tally(failures, 'failure')}, ${tally(warnings, 'warning')}.`,
  )
}

const tally = (n = 0, noun: string): string => (n === 0 ? `no ${noun}` : count(n, noun))
