import type { Command as Commander } from 'commander'
import { Failure } from '../failure.ts'
import { optionsFrom } from './placed-words.ts'

/** Refuses an option without its value that takes the next one for it, as of a variable that was never set: `--out $OUT --force`. */
export function refuseSwallowed(words: readonly string[], at: Commander): void {
  const options = optionsFrom(at)
  for (let i = 0; i < words.length && words[i] !== '--'; i++) {
    const taker = options.find(({ long, short, required }) => required && [long, short].includes(words[i]))
    if (!taker) continue
    const next = words[++i]
    if (next === undefined || !options.some(({ long }) => long === next)) continue
    const name = `--${taker.name()}`
    const problem = `${name} has no value: ${next} behind it is an option. Give one, or write ${name}=${next} where that is meant.`
    throw Failure.of('usage', { problem })
  }
}
