import { parquetReadObjects } from 'hyparquet'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { expect } from 'vitest'
import { runInProcess, temporaryFolder, type Ran, type TestHostOptions } from './test-host.ts'
import { unzip } from './zip.ts'

/** Answers by their questions, `id=headline` or `id`: an object has the members of the answer, all else is its value. */
export type Answers = Readonly<Record<string, unknown>>

/** An entry of a response. */
export function answerTo(question: string, given: unknown, type = 'ShortInput'): object {
  const [, questionId = '', headline = questionId] = /^([^=]*)(?:=(.*))?$/s.exec(question) ?? []
  const isMembers = typeof given === 'object' && given !== null && !Array.isArray(given)
  return { questionId, response: { type, headline, ...(isMembers ? given : { value: given }) } }
}

/** A response; `more` has other members of it. */
export const responseOf = (answers: Answers, more: object = {}): Readonly<Record<string, unknown>> => ({
  id: 'r1',
  formId: 'f1',
  createdAt: '2026-03-01T09:00:00.000Z',
  data: Object.entries(answers).map(([question, given]) => answerTo(question, given)),
  ...more,
})

/** Responses r1, r2, … of one day after another. */
const responsesOf = (...all: readonly Answers[]): readonly object[] =>
  all.map((answers, i) =>
    responseOf(answers, {
      id: `r${i + 1}`,
      createdAt: new Date(Date.UTC(2026, 2, 1 + i, 9)).toISOString(),
    }),
  )

export const replyWith = (records: readonly object[]): string => JSON.stringify({ data: records })

/** A saved reply of such responses. */
export const savedReply = (...all: readonly Answers[]): string => replyWith(responsesOf(...all))

/** A folder with these files. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const cwd = temporaryFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content)
  return cwd
}

export const readIn = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8')

/** The words of a line as a shell parts them: single quotes hold blanks together. */
export const wordsOf = (line: string): string[] =>
  Array.from(line.match(/(?:'[^']*'|[^\s'])+/g) ?? [], (word) => word.replaceAll("'", ''))

/** Runs `formctl responses` with the words of a line. */
export const responses = (line: string, { env, ...given }: Partial<TestHostOptions> = {}): Promise<Ran> =>
  runInProcess({
    ...given,
    argv: ['responses', ...wordsOf(line)],
    env: { FORMCTL_REDACT_KEY: 'a key that is long enough', ...env },
  })

/** What something gives by the engine and without it, which has to be the same; both are begun at once. */
export async function inBothWays<T>(
  work: (env: { readonly FORMCTL_NO_ENGINE: string }) => Promise<T>,
): Promise<T> {
  const [engine, plain] = await Promise.all([
    work({ FORMCTL_NO_ENGINE: '' }),
    work({ FORMCTL_NO_ENGINE: '1' }),
  ])
  expect(plain).toEqual(engine)
  return engine
}

/** The rows that a query gives in a database. */
export function rowsIn(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

/** All that an export left in a folder as text, of packed formats unpacked. */
export async function textsIn(folder: string): Promise<string> {
  const compressors = { ZSTD: (packed: Uint8Array) => new Uint8Array(zstdDecompressSync(packed)) }
  const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
  const texts: string[] = []
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name))
    if (name.endsWith('.xlsx')) texts.push(...[...unzip(bytes).values()].map(String))
    if (name.endsWith('.parquet')) {
      const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer, compressors })
      texts.push(JSON.stringify(rows, asText))
    }
    texts.push(bytes.toString())
  }
  return texts.join('\n')
}
