import type { Command as Commander, CommanderError } from 'commander'
import { outputsOf, type Command } from './command.ts'
import { commands } from './commands/index.ts'

/** Whether a word names a file. */
export type IsFile = (word: string) => Promise<boolean>

/** Where words belong that a command does not take: an option of another one, a file behind no option. */
export async function misplacedWords(
  { code, message }: CommanderError,
  at: Commander,
  { words, isFile }: { readonly words: readonly string[]; readonly isFile: IsFile },
): Promise<string | undefined> {
  const option = /unknown option '(--[\w-]+)/.exec(message)?.[1]
  if (code === 'commander.unknownOption' && option !== undefined) return ofAnother(option, words)
  const takesSaved = at.options.some(({ long }) => long === '--from')
  if (code !== 'commander.excessArguments' || !takesSaved) return undefined
  for (const word of at.args) if (await isFile(word)) return savedWords(word, at.opts()['from'])
  return undefined
}

/** How a saved reply is named that was given behind no option. */
export const savedWords = (file: string, from?: unknown): string =>
  from === undefined
    ? `A saved reply is read by --from ${/^[\w./-]+$/.test(file) ? file : JSON.stringify(file)}.`
    : 'One run reads one saved reply: give each to a run of its own.'

/** Which commands of the same group have an option, and what does here what it does there. */
async function ofAnother(option: string, words: readonly string[]): Promise<string | undefined> {
  const [group] = words
  const near = commands.filter((entry) => entry.words.startsWith(`${group} `))
  const loaded = await Promise.all(near.map((entry) => entry.load()))
  const here = loaded.find((one) => one.words === words.join(' '))
  const owners = loaded.filter((one) => one !== here && hasOption(one, option))
  if (!here || owners.length === 0) return undefined
  const names = owners.map((one) => `formctl ${one.words}`).join(' and ')
  return `${names} ${owners.length === 1 ? 'has' : 'have'} it${insteadOf(option, here)}.`
}

const hasOption = ({ options }: Command, option: string): boolean =>
  Object.values(options).some(({ flags }) => flags.split(/[ ,]+/).includes(option))

function insteadOf(option: string, here: Command): string {
  if (option === '--format') return `; here -o tells how results are printed: ${outputsOf(here).join(', ')}`
  return option === '--out' ? '; what is printed here goes into a file by > and its name' : ''
}
