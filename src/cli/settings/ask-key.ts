import type { Context } from '../command.ts'
import { askSecret } from '../terminal/ask.ts'
import { fitKey, keyOption, keyRead } from './given-key.ts'
import type { Sourced } from './settings.ts'

/** A key from where the options say, or from the person; never from the command line itself. */
export async function askKey(context: Context): Promise<Sourced<string>> {
  const option = keyOption(context.globals)
  if (option) return keyRead(context.host, option)
  const question = { message: 'API key?', flag: '--api-key-stdin or --api-key-file <file>' }
  return fitKey({ value: await askSecret(context, question), source: 'your answer' })
}
