import { Failure } from '../../failure.ts'
import { nearest } from '../../form/nearest.ts'
import { reporterNames, type ReporterName } from './index.ts'

/** A report that is asked for, and its file; without one it is printed. */
export type WantedReport = { readonly name: ReporterName; readonly file?: string }

/** The reports that words like `json` and `sarif=out.sarif` ask for. One is printed: the usual one, unless they name it. */
export function wantedReports(words: readonly string[], usual: ReporterName): readonly WantedReport[] {
  const wanted = words.map(wantedReport)
  const [printed, another] = wanted.filter(({ file }) => file === undefined)
  if (printed && another) {
    const problem = `Only one report can be printed, and both ${printed.name} and ${another.name} are asked for. Send one to a file, as in --reporter ${another.name}=report.${endings[another.name]}.`
    throw Failure.of('usage', { problem })
  }
  const files = wanted.flatMap(({ file }) => file ?? [])
  const twice = files.find((file, i) => files.indexOf(file) < i)
  if (twice !== undefined)
    throw Failure.of('usage', { problem: `Two reports would be written to ${twice}. Name another file.` })
  return printed ? wanted : [{ name: usual }, ...wanted]
}

const endings: Readonly<Record<ReporterName, string>> = {
  text: 'txt',
  json: 'json',
  sarif: 'sarif',
  github: 'txt',
  junit: 'xml',
}

function wantedReport(word: string): WantedReport {
  const [, name = '', file] = /^([^=]*)(?:=([^]*))?$/.exec(word) ?? []
  const known = reporterNames.find((reporter) => reporter === name)
  if (known === undefined) {
    const near = nearest(name, reporterNames)
    const help = near ? `Did you mean ${near.word}?` : `There is ${reporterNames.join(', ')}.`
    throw Failure.of('usage', { problem: `There is no reporter "${name}". ${help}` })
  }
  if (file === undefined || file === '-') return { name: known }
  if (file !== '') return { name: known, file }
  throw Failure.of('usage', { problem: `--reporter ${word} names no file. Write one behind the "=".` })
}
