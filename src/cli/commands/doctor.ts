import { defineCommand, type Context } from '../command.ts'
import { type Check, examine } from '../doctor/doctor.ts'
import { maskedIn } from '../terminal/key-mask.ts'

export const command = defineCommand({
  description:
    'Looks at everything that a call needs, one line each, and says what to do: Node, the state folder, the settings files and who may open them, the profile, the address, the proxy, what the service announces, both clocks, the API key, the environment and the source form. It sends no form, and changes nothing. Each look takes 5 seconds at most, or as long as --timeout says; a command for the key may take a minute. The exit code is 1 when something fails.',
  args: [],
  options: {},
  outputs: ['table', 'json'],
  examples: [
    { command: 'formctl doctor', shows: 'what works, what does not, and what to do' },
    {
      command: 'formctl doctor --profile staging -o json',
      shows: 'the same of another profile, for scripts',
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

async function sayChecks(checks: readonly Check[], { terminal }: Context): Promise<void> {
  await terminal.table(
    ['result', 'what', 'found', 'what to do'],
    checks.map(({ name, result, found, advice }) => [marks[result], name, found, advice ?? '']),
  )
  const [failures, warnings] = (['failure', 'warning'] as const).map(
    (wanted) => checks.filter(({ result }) => result === wanted).length,
  )
  const all = `${checks.length} looked at`
  await terminal.say(`${all}: ${said(failures, 'failure')}, ${said(warnings, 'warning')}.`)
}

const said = (n = 0, noun: string): string => (n === 0 ? `no ${noun}` : `${n} ${noun}${n === 1 ? '' : 's'}`)
