import { isFit } from '../../client/caller.ts'
import { Failure } from '../../failure.ts'
import type { Context } from '../command.ts'
import type { KeySetting } from './settings.ts'
import { timeoutOf } from './waits.ts'

/** The key that a command prints. What it says on stderr is passed on, without any key and without control characters. */
export async function printedKey(context: Context, { value: command, source }: KeySetting): Promise<string> {
  const { host, terminal } = context
  const seconds = timeoutOf(context) ?? usualSeconds
  const held: string[] = []
  let said = Promise.resolve()
  const say = (line: string): void => void (said = said.then(() => terminal.warn(line)))
  const { status, output, isLate } = await host.capture(command, {
    seconds,
    // A person may have to answer. In a log nobody waits, and once the key is known it is masked in what was said.
    onSaid: host.stderr.isTerminal ? say : (line) => void held.push(line),
  })
  const key = output.trim()
  for (const line of key.split('\n')) terminal.hide(line.trim())
  for (const line of held) say(line)
  await said
  if (isLate) throw failed(source, `it did not end within ${seconds} s`)
  if (status !== 0) throw failed(source, `it ended with status ${status}`)
  if (key === '') throw failed(source, 'it printed nothing')
  if (!isFit(key)) throw failed(source, `it printed ${unfit(key)}, and must print the key and nothing else`)
  return key
}

const unfit = (printed: string): string =>
  printed.includes('\n') ? 'more than one line' : 'a space or another character that no key has'

const failed = (source: string, reason: string): Failure =>
  Failure.of('key-command-failed', { source, reason })

// Time for a person to unlock a vault.
const usualSeconds = 60
