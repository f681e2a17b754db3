import { Failure } from '../../failure.ts'
import { nearest } from '../../form/nearest.ts'
import { codes, maySet } from '../../spec/codes.ts'
import type { SetSeverity } from '../../spec/judge.ts'
import type { Host } from '../host.ts'
import { readProjectFile } from './config-file.ts'

/** How severe the project of the working folder wants the findings of which codes. */
export async function readSeverities(host: Host): Promise<ReadonlyMap<string, SetSeverity>> {
  const file = await readProjectFile(host)
  const set = Object.entries(file?.config.rules ?? {})
  const problem = set.map(([code]) => problemOf(code)).find((sentence) => sentence !== undefined)
  if (file && problem !== undefined) {
    const line = file.lineOf(['rules', set.find(([code]) => problemOf(code))?.[0] ?? ''])
    throw Failure.of('config-invalid', { path: file.name, problem: `line ${line}: ${problem}` })
  }
  return new Map(set)
}

function problemOf(code: string): string | undefined {
  if (maySet(code)) return undefined
  if (codes.has(code)) return `"${code}" is always an error: there is no form before it is mended.`
  const near = nearest(code, [...codes.keys()].filter(maySet))
  return `there is no code "${code}". ${near ? `Did you mean ${near.word}?` : 'formctl explain lists them.'}`
}
