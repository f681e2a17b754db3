import { PassThrough } from 'node:stream'
import { thisMachine } from '../cli/host/node-host.ts'
import { isValue, limitProblem, valueText } from '../cli/option-limits.ts'
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
import { isObject } from '../form/value.ts'
import { isComplete, readResponses } from '../responses/responses.ts'
import { ensure, ensureOptions, filePath, flag, type Kind, type Kinds } from './arguments.ts'
import { withPublicErrors } from './error.ts'
import { formatOptionNames, responsesOptionNames } from './generated/options.ts'
import type * as types from './library.ts'

export const openSaved = (path: string): types.ResponseSource =>
  responseSource(thisMachine().files.resolve(ensure('path', path, filePath)))

/** The responses of a service, or of the file at a path. */
export const responseSource = (from: string | Caller): types.ResponseSource => ({
  responses: (options = {}) => readEach(from, options),
  exportResponses: (options) =>
    withPublicErrors(() => writeExport(from, ensureOptions(options, exportKinds))),
})

async function* readEach(from: string | Caller, options: types.ResponsesOptions) {
  const lines = new PassThrough({ encoding: 'utf8' })
  const work = async (): Promise<unknown> =>
    writeExport(from, { ...ensureOptions(options, readKinds), format: 'ndjson', out: lines })
  void withPublicErrors(work).then(
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
async function writeExport(
  from: string | Caller,
  { out, ...options }: types.ExportOptions,
): Promise<types.ExportResult> {
  if (typeof from === 'string' && (options.partials || options.requireComplete))
    throw misuse('partials and requireComplete are for a service: a saved reply is all that it holds.')
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

/** What options of the command take here. */
const kindsOf = (names: readonly (keyof typeof exportOptions)[]): Kinds =>
  Object.fromEntries(names.map((name) => [name, kindOf(exportOptions[name])]))

function kindOf(option: Parameters<typeof isValue>[0]): Kind {
  const isText = (value: unknown): boolean => typeof value === 'string' && isValue(option, value)
  if (option.kind !== 'many') return option.kind === 'flag' ? flag : [valueText(option), isText]
  return ['a text, or a list of texts', (value) => [value].flat().every(isText)]
}

const readKinds = kindsOf(responsesOptionNames)
const isTarget = (value: unknown): boolean =>
  isObject(value) ? typeof value['write'] === 'function' : value !== '-' && filePath[1](value)
const out: Kind = ['the path of a file, or a stream of Node', isTarget, true]
const exportKinds: Kinds = { ...readKinds, ...kindsOf(formatOptionNames), out }

/** Options as the words of the command line; refuses those that do not go together. */
function wordsOf(options: Readonly<Record<string, unknown>>): ExportWords {
  const words: Record<string, unknown> = {}
  for (const [name, { kind }] of Object.entries(exportOptions))
    words[name] =
      kind === 'many' ? [options[name] ?? []].flat() : (options[name] ?? (kind !== 'flag' && undefined))
  const problem = limitProblem({ options: exportOptions, formatOf: exportFormat }, words, undefined)
  if (problem !== undefined) throw misuse(problem)
  // Each option has a value of its kind now.
  return words as ExportWords
}
