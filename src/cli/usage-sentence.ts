import type { Command as Commander, CommanderError } from 'commander'
import { keyOnLine } from './misplaced-key.ts'

/** What is wrong with the words of a run, and where to read on. A key among them is not said again. */
export function usageSentence({ message }: CommanderError, at: Commander): string {
  const isKeyOption = /unknown option '--(api[-_]?)?key\b(?!-)/i.test(message)
  // Whoever gives login a word gives it the key.
  if (isKeyOption || (at.name() === 'login' && /too many arguments/i.test(message))) return keyOnLine()
  const sentence = message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '')
    // What was given to an unknown option may be a secret, too.
    .replace(/^(unknown option '--?[\w-]+=).*'/s, "$1…'")
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. See ${wordsOf(at)} --help.`
}

const wordsOf = (command: Commander): string =>
  command.parent ? `${wordsOf(command.parent)} ${command.name()}` : command.name()
