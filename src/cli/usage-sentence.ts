import type { Command as Commander, CommanderError } from 'commander'
import { meantCommands } from './meant-commands.ts'
import { misplacedWords, type IsFile } from './misplaced-words.ts'
import { keyOnLine } from './misplaced-key.ts'
import { optionsFrom } from './placed-words.ts'

/** What is wrong with the words of a run, where some of them belong, and where to read on. A key among them is not said again. */
export async function usageSentence(error: CommanderError, at: Commander, isFile: IsFile): Promise<string> {
  const { code, message } = error
  const isKeyOption = /unknown option '--(api[-_]?)?key\b(?!-)/i.test(message)
  // Whoever gives login a word gives it the key.
  if (isKeyOption || (at.name() === 'login' && /too many arguments/i.test(message))) return keyOnLine()
  const flag = valuelessIn(message, at)
  if (flag !== undefined)
    return `${flag} takes no value: write it alone, or leave it out. See ${wordsOf(at)} --help.`
  const meant = code === 'commander.unknownCommand' ? meantCommands(wordsIn(at), at.args) : []
  const belongs = await misplacedWords(error, at, { words: wordsIn(at), isFile })
  const sentence = message
    .replace(code === 'commander.unknownCommand' ? /\n\(Did you mean .*\)$/s : '', '')
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '')
    // What was given to an unknown option may be a secret, too.
    .replace(/(: (?:[^,]*, ){2}[^,]*), .*$/s, code === 'commander.excessArguments' ? '$1 and more' : '$&')
    .replace(/^(unknown option '--?[\w-]+=).*'/s, "$1…'")
    // What another command has is no slip.
    .replace(/ \(Did you mean .*\?\)$/s, belongs === undefined ? '$&' : '')
  const further = belongs === undefined ? furtherHelp(code, at) : `${belongs} `
  const help = meant.length > 0 ? `Did you mean ${choiceOf(meant.map((words) => `formctl ${words}`))}? ` : ''
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. ${further}${help}See ${wordsOf(at)} --help.`
}

/** The option that was given a value and takes none. */
function valuelessIn(message: string, at: Commander): string | undefined {
  const name = /unknown option '(--[\w-]+)=/.exec(message)?.[1]
  return optionsFrom(at).find(({ long, required, optional }) => long === name && !required && !optional)?.long
}

/** What a shell may have made of words. */
function furtherHelp(code: string, { options }: Commander): string {
  const takesTexts = options.some(({ long }) => long === '--where')
  return takesTexts && code === 'commander.excessArguments'
    ? 'A text with a blank or * in it stands in quotes. '
    : ''
}

const choiceOf = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' or $1')

const wordsIn = (command: Commander): readonly string[] =>
  command.parent ? [...wordsIn(command.parent), command.name()] : []

const wordsOf = (command: Commander): string => ['formctl', ...wordsIn(command)].join(' ')
