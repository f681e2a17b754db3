import { newSecret } from '../../server/webhooks/signatures.ts'
import { anywhere, messageWith, sendOnce } from '../../server/webhooks/webhooks.ts'
import type { Change } from '../../wire/wire.ts'
import { text, type Context, type OptionValues } from '../command.ts'
import { readSecret } from '../settings/secret-file.ts'
import { isForPrograms, printCells } from './follow.ts'

export const forwardOptions = {
  forwardTo: text('--forward-to <url>', 'where changes are posted to, such as http://localhost:3000/hook', {
    takes: {
      what: 'an address of http:// or https://',
      isValid: (given) => /^https?:$/.test(URL.parse(given)?.protocol ?? ''),
    },
  }),
  secretFile: text('--secret-file <file>', 'a file with the secret that signs, whsec_… (default: a new one)'),
}

/** The pauses before another attempt, in milliseconds. */
const pauses = [1000, 5000]

/** Posts a change and prints how that ended; gives whether it arrived. */
export async function forwarder(
  { forwardTo: url = '', secretFile }: OptionValues<typeof forwardOptions>,
  environmentId = '',
  context: Context,
): Promise<(change: Change) => Promise<boolean>> {
  const { host, terminal } = context
  const secret = secretFile === undefined ? newSecret(host.randomBytes) : await readSecret(host, secretFile)
  if (secretFile === undefined) await terminal.info(`Requests are signed with the secret ${secret}`)
  return async (change) => {
    const { seq, type, formId, responseId } = change
    const message = messageWith({ ...change, environmentId })
    for (let attempts = 1; ; attempts++) {
      const sending = { rules: anywhere, at: host.now().toISOString(), signal: host.signal }
      const { isTaken, outcome } = await sendOnce({ url, secret }, message, sending)
      host.signal.throwIfAborted()
      const pause = isTaken ? undefined : pauses[attempts - 1]
      if (pause !== undefined) {
        await terminal.info(
          `Change ${seq} was not taken (${outcome}); it is sent again in ${pause / 1000} s.`,
        )
        await host.sleep(pause, host.signal)
        continue
      }
      if (isForPrograms(context))
        await terminal.printJson({ schema_version: 1, ...change, isDelivered: isTaken, outcome, attempts })
      else
        await printCells(
          [String(seq), type, formId, responseId, isTaken ? outcome : `not delivered: ${outcome}`],
          context,
        )
      return isTaken
    }
  }
}
