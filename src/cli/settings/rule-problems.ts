import { nearest } from '../../form/nearest.ts'
import { childOf } from '../../form/value.ts'
import { codes, maySet } from '../../spec/codes.ts'
import type { ConfigProblem } from './config-problems.ts'

/** The rules of a settings file that set what is no code, or what cannot be set. */
export const ruleProblems = (value: unknown): readonly ConfigProblem[] =>
  Object.keys(Object(childOf(value, 'rules'))).flatMap((code) => {
    const sentence = problemOf(code)
    return sentence === undefined ? [] : [{ path: ['rules', code], sentence }]
  })

function problemOf(code: string): string | undefined {
  if (maySet(code)) return undefined
  if (codes.has(code))
    return `"${code}" is always an error. There is no form before it is mended: remove the line.`
  const name = code.length > 30 ? 'of that length' : `"${code}"`
  const near = nearest(code, [...codes.keys()].filter(maySet))
  return `there is no code ${name}. ${near ? `Did you mean ${near.word}?` : 'formctl explain lists them.'}`
}
