import type { Command as Commander, Option as CommanderOption } from 'commander'
import type { Command } from './command.ts'
import type { Placed } from './misplaced-key.ts'

/** The arguments of a command, each with the name that it has in the help. */
export const placedArgs = (args: readonly string[], { args: known }: Command): readonly Placed[] =>
  args.map((text, i) => {
    const { name = '' } = known[Math.min(i, known.length - 1)] ?? {}
    return { place: `<${name.replaceAll(/[^\w-]/g, '')}>`, text }
  })

/** The texts that options were given, those of the whole program included. */
export function placedOptions(leaf: Commander): readonly Placed[] {
  const values: Readonly<Record<string, unknown>> = leaf.optsWithGlobals()
  return optionsFrom(leaf).flatMap((option) =>
    [values[option.attributeName()]]
      .flat()
      .flatMap((text) => (typeof text === 'string' ? [{ place: option.flags, text }] : [])),
  )
}

/** The options of a command and of those that it stands in. */
export const optionsFrom = ({ options, parent }: Commander): readonly CommanderOption[] =>
  parent ? [...options, ...optionsFrom(parent)] : options
