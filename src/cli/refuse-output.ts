import { Failure } from '../failure.ts'
import { outputsOf, type Command } from './command.ts'
import { meantWord } from './globals.ts'

/** Refuses what --output names and a command does not have, with what it has and where a file and its format are named. */
export function refuseOutput(command: Command, asked: unknown): void {
  const outputs = outputsOf(command)
  if (typeof asked !== 'string' || outputs.some((known) => known === asked)) return
  const has = `It has ${outputs.join(', ')}.`
  const meant = meantWord(asked, outputs)
  throw Failure.of('usage', {
    problem: `formctl ${command.words} has no output as ${asked}. ${meant === undefined ? '' : `Did you mean ${meant}? `}${has}${ofFile(command, asked)}`,
  })
}

/** What takes the name or the format of a file. */
function ofFile({ options: { format, out } }: Command, asked: string): string {
  if (format?.choices?.includes(asked.toLowerCase()) === true)
    return ` The format of a file is --format ${asked.toLowerCase()}, or the ending of the name in --out.`
  return out && /[./\\]/.test(asked) ? ' A file to write is named by --out.' : ''
}
