import { Failure, misuse } from '../../failure/failure.ts'
import { signatureProblem } from '../../server/webhooks/signatures.ts'
import { defineCommand, many, text } from '../command.ts'
import { readInput } from '../host.ts'
import { readSecret } from '../settings/secret-file.ts'
import { parseSeconds } from '../settings/waits.ts'

export const command = defineCommand({
  description:
    'Checks that a request came from a webhook that knows the secret: reads the body from the standard input as it arrived, and exits with 0 if its signature is right and recent, with 1 if not. It accepts what any sender signs by Standard Webhooks.',
  options: {
    secretFile: text('--secret-file <file>', 'a file with the secret, whsec_…'),
    header: many('--header <header>', 'a header of the request, such as "webhook-id: msg_1"'),
    headersFile: text('--headers-file <file>', 'a file with the headers of the request, one a line'),
    tolerance: text(
      '--tolerance <time>',
      'how old or how far in the future the request may be, such as 300, 300s or 5m (default: 5m)',
    ),
  },
  requires: [['secretFile'], ['header', 'headersFile']],
  examples: {
    'formctl webhooks verify --secret-file secret --headers-file head < body.json':
      'whether the request in these files can be trusted',
  },
  async run(
    { options: { secretFile = '', header, headersFile, tolerance = '5m' } },
    { host, terminal, globals },
  ) {
    const milliseconds = parseSeconds('--tolerance', tolerance) * 1000
    const secret = await readSecret(host, secretFile)
    const file = headersFile === undefined ? '' : Buffer.from(await host.files.read(headersFile)).toString()
    const headers = headersIn([...header, ...file.split('\n').filter((line) => line.includes(':'))])
    if (host.stdin.isTerminal)
      throw misuse('The body of the request is read from the standard input: add < body.json.')
    // Its bytes as they are: a body that is parsed and written again has another signature.
    const body = await readInput(host.stdin, 16 * 1024 ** 2)
    const check = { secret, now: host.now().getTime(), tolerance: milliseconds }
    const problem = signatureProblem(headers, body, check)
    if (globals.output === 'json')
      await terminal.printJson({ schema_version: 1, isValid: problem === undefined, problem })
    if (problem !== undefined) throw Failure.of('signature-invalid', { problem })
    await terminal.info('The signature is right: the request came from a sender that knows the secret.')
    return 0
  },
})

/** Headers by their names in lower case, of lines such as `Webhook-Id: msg_1`. */
function headersIn(lines: readonly string[]): Readonly<Record<string, string>> {
  const pairs = lines.map((line): [string, string] => {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:(.*)$/s.exec(line) ?? []
    if (name === '') throw misuse(`"${line}" is not a header: write its name, a colon and its value.`)
    return [name.toLowerCase(), value.trim()]
  })
  return Object.fromEntries(pairs)
}
