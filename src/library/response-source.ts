import { PassThrough } from 'node:stream'
import { thisMachine } from '../cli/host/node-host.ts'
import { flagOf, isGiven, isValue, limitProblem, unknownProblem, valueText } from '../cli/option-limits.ts'
import { refuseUnfit } from '../cli/responses/output-files.ts'
import {
  exportFormat,
  exportOptions,
  planExport,
  redactionHash,
  type ExportWords,
} from '../cli/responses/plan-export.ts'
import type { Caller } from '../client/client.ts'
import { openColumns } from '../export/files/columns-file.ts'
import { dataPaths, exportFiles } from '../export/files/export-files.ts'
import { misuse } from '../failure/failure.ts'
import { isComplete, readResponses } from '../responses/responses.ts'
import { withPublicErrors, withPublicErrorsEach } from './error.ts'
import type * as types from './library.ts'

export const savedSource = (path: string): types.ResponseSource => sourceOf(thisMachine().files.resolve(path))

/** The responses of a service, or of the file at a path. */
export const sourceOf = (from: string | Caller): types.ResponseSource => ({
  responses: (options = {}) => withPublicErrorsEach(() => eachResponse(from, options)),
  exportResponses: (options) => withPublicErrors(() => written(from, options)),
})

async function* eachResponse(from: string | Caller, options: types.ResponsesOptions) {
  const lines = new PassThrough({ encoding: 'utf8' })
  void written(from, { ...options, format: 'ndjson', out: lines }).then(
    () => lines.end(),
    (error) => lines.destroy(error),
  )
  let line = ''
  for await (const text of lines) {
    const [end = '', ...others] = String(text).split('\n')
    line += end
    for (const next of others) {
      // What a service sends that does not keep to the contract comes as it is.
      yield JSON.parse(line) as types.ResponseRecord
      line = next
    }
  }
}

/** Writes an export as the command does. */
async function written(
  from: string | Caller,
  { out, ...options }: types.ExportOptions,
): Promise<types.ExportResult> {
  const { files, now } = thisMachine()
  const words = wordsOf({
    ...options,
    ...(typeof out === 'string' && { out }),
    ...(typeof from === 'string' ? { from } : { all: options.form === undefined }),
  })
  const plan = planExport(words, { output: undefined, isTerminal: false, now: now() })
  await refuseUnfit(plan, await dataPaths(plan, files), files)
  const { columnsFile, styles, table } = plan
  const styled = { ...styles, defaultHeaders: table.headers }
  const reading = {
    files,
    // The path of a saved reply is whole, so none is read from the standard input.
    stdin: { chunks: () => files.stream('-') },
    connect: async () => {
      if (typeof from === 'string') throw new Error('a saved reply has no service')
      return { ...from, close: async () => undefined }
    },
    meter: { begin: nothing, bytes: nothing, records: nothing, end: nothing },
  }
  const {
    summary,
    files: data,
    coverage,
  } = await exportFiles(
    {
      plan,
      columns: columnsFile === undefined ? undefined : await openColumns(columnsFile, styled, files),
      hash: await redactionHash(table, { env: {}, files }),
    },
    {
      files,
      now,
      read: (collect) => readResponses(plan, reading, collect),
      print: (chunk) =>
        new Promise((resolve, reject) => {
          // A copy, since the bytes change when the next are asked for. Files are written in place.
          if (typeof out !== 'string')
            out.write(new Uint8Array(chunk), (error) => (error ? reject(error) : resolve()))
        }),
      uninterruptible: (work) => work(),
    },
  )
  return {
    responses: summary.rows,
    tables: summary.tables ?? [],
    files: data.flatMap(({ out: path }) => path ?? []),
    isComplete: isComplete(coverage),
    doubts: coverage.doubts,
  }
}

const nothing = (): void => undefined

/** Options as the words of the command line; refuses what that would refuse. */
function wordsOf(options: Readonly<Record<string, unknown>>): ExportWords {
  const unknown = unknownProblem(options, Object.keys(exportOptions))
  if (unknown !== undefined) throw misuse(unknown)
  const words: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(exportOptions)) {
    const given = options[name]
    words[name] =
      option.kind === 'many' ? [given ?? []].flat() : (given ?? (option.kind === 'flag' ? false : undefined))
    for (const word of [words[name]].flat())
      if (isGiven(word) && !isValue(option, String(word)))
        throw misuse(`${flagOf(option)} ${String(word)} cannot be used: give ${valueText(option)}.`)
  }
  const problem = limitProblem({ options: exportOptions, formatOf: exportFormat }, words, undefined)
  if (problem !== undefined) throw misuse(problem)
  // Each option has a value of its kind now.
  return words as ExportWords
}
