import { Failure } from '../../failure.ts'
import { nearest } from '../../form/nearest.ts'
import { limits } from '../../spec/limits.ts'
import { readVariables } from '../../spec/read-variables.ts'
import { environmentName, isVariableName, type Variables } from '../../spec/variables.ts'
import { many, type Context, type Given } from '../command.ts'
import { refuseKeyInSetting } from '../leaked-key.ts'
import type { FileReport } from '../reporters/reporter.ts'

/** The options by which a command takes values for the variables of specs. */
export const variableOptions = {
  var: many('--var <name=value>', 'the text for ${name} in specs; beats every other'),
  varFile: many('--var-file <file>', 'a file of names and texts, YAML or JSON; the later of two wins'),
}

/** The variables that were given, and what is wrong with the files that they came from. */
export type GivenVariables = {
  readonly variables: Variables
  /** The values in force for a row with its own. */
  readonly variablesOf: (row: ReadonlyMap<string, string>) => Variables
  /** The names that --var gives. */
  readonly named: readonly string[]
  readonly reports: readonly FileReport[]
}

/** Values for variables. Precedence: --var, a row, the last --var-file, the environment; a spec has defaults. */
export async function givenVariables(
  { host }: Pick<Context, 'host'>,
  options: Given<typeof variableOptions>,
): Promise<GivenVariables> {
  const named = new Map(options.var.map(parsePair))
  const reports: FileReport[] = []
  const values = new Map<string, string>()
  let isWhole = true
  for (const file of options.varFile) {
    const bytes = await host.files.read(file, limits.bytes)
    const read = readVariables(bytes)
    for (const [name, value] of read.values) values.set(name, value)
    isWhole &&= read.isWhole
    if (read.findings.length > 0)
      reports.push({ file, text: new TextDecoder().decode(bytes), findings: read.findings })
  }
  const fromOutside = (name: string): string | undefined => {
    const value = host.env[environmentName(name)]
    // Everyone who opens the form would read it there.
    if (value !== undefined) refuseKeyInSetting({ value, source: environmentName(name) })
    return value
  }
  const variablesOf = (row: ReadonlyMap<string, string>): Variables => ({
    // An empty variable is as good as none: that is how CI passes on what it does not have.
    valueOf: (name) =>
      named.get(name) ?? row.get(name) ?? values.get(name) ?? (fromOutside(name) || undefined),
    names: [...new Set([...named.keys(), ...row.keys(), ...values.keys()])],
    isWhole,
  })
  return { variables: variablesOf(new Map()), variablesOf, named: [...named.keys()], reports }
}

function parsePair(pair: string): [string, string] {
  const at = pair.indexOf('=')
  const name = at === -1 ? pair : pair.slice(0, at)
  if (!isVariableName(name))
    throw misuse(`--var ${pair}: ${JSON.stringify(name)} can be no name of a variable.`)
  if (at === -1) throw misuse(`--var ${name} has no value. Write --var ${name}=<text>.`)
  return [name, pair.slice(at + 1)]
}

const misuse = (problem: string): Failure => Failure.of('usage', { problem })

/** Warns of each --var that no spec uses: most of them are misspelt. For a program stderr holds failures only. */
export async function warnOfUnused(
  { named }: GivenVariables,
  used: ReadonlySet<string>,
  { terminal, globals }: Pick<Context, 'terminal' | 'globals'>,
): Promise<void> {
  if (globals.output === 'json') return
  for (const name of named.filter((one) => !used.has(one))) {
    const near = nearest(name, [...used])?.word
    const help = near === undefined ? '' : ` Did you mean ${near}?`
    await terminal.warn(
      `${terminal.err.yellow('warning')}: No spec uses the variable ${name} of --var.${help}`,
    )
  }
}
