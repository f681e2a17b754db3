import { fstatSync, statSync } from 'node:fs'
import { leastLeft } from '../../export/leap/least-left.ts'

/**
 * Whether the words ask for an export that another thread will read a part of, as far as they and a look at the file tell
 * before anything else is known. A thread too many ends with the program; one that is missing is started when it is asked for.
 */
export function startsEarly(words: readonly string[]): boolean {
  const command = words.indexOf('export')
  if (command < 1 || words[command - 1] !== 'responses') return false
  const [source, target] = [valueOf('--from', words), valueOf('--out', words)]
  if (target === undefined || target === '-') return false
  if (valueOf('--multi', words) === 'columns') return false
  if (isOfRecords.test(target) && words.some((word) => choosesLines.test(word))) return false
  if (words.some((word) => readsAlone.test(word))) return false
  return source === undefined ? words.includes('--all') : !isLines.test(source) && isLarge(source)
}

/** Options with which one thread reads, as a rule, or nothing is read. */
const readsAlone = /^(--(form|since|until|check|help)(=|$)|-h$)/

/** Files of whole records, and options with which one thread copies these. */
const isOfRecords = /\.(json|ndjson)$/i
const choosesLines = /^--(where|redact)(=|$)/

/** Names of files that hold a record a line, which one thread reads. */
const isLines = /\.(ndjson|jsonl)(\.|$)/i

function valueOf(option: string, words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === option || word.startsWith(`${option}=`))
  if (at < 0) return undefined
  return words[at] === option ? words[at + 1] : words[at]?.slice(option.length + 1)
}

function isLarge(path: string): boolean {
  try {
    const stats = path === '-' ? fstatSync(0) : statSync(path)
    return stats.isFile() && stats.size >= leastLeft
  } catch {
    // What is wrong with it is told by who reads it.
    return false
  }
}
