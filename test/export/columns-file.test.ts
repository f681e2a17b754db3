import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../src/failure/failure.ts'
import type { Files } from '../../src/files/file-system.ts'
import { run } from '../../src/cli/run.ts'
import { parseCsv } from '../support/csv.ts'
import { outputOf } from '../support/output-schema.ts'
import { replyWith, responseOf, type Answers } from '../support/responses.ts'
import { runInProcess, temporaryFolder, testHost, type Ran } from '../support/test-host.ts'

const columnsFile = 'columns.yaml'

/** A saved reply of one response. */
const replyOf = (answers: Answers, createdAt = '2026-03-01T09:00:00.000Z'): string =>
  replyWith([responseOf(answers, { createdAt })])

const words = (more: string): string[] =>
  `responses export --from reply.json --columns-file ${columnsFile} ${more}`.split(' ')

/** Exports a saved reply in a folder. */
function exporting(cwd: string, reply: string, more = '--out a.csv --force'): Promise<Ran> {
  writeFileSync(join(cwd, 'reply.json'), reply)
  return runInProcess({ cwd, argv: words(more) })
}

const kept = (cwd: string): string => readFileSync(join(cwd, columnsFile), 'utf8')
const headerOf = (cwd: string): readonly string[] =>
  parseCsv(readFileSync(join(cwd, 'a.csv'), 'utf8'))[0]?.slice(13) ?? []
const present = (cwd: string): readonly string[] => readdirSync(cwd).filter((name) => name !== 'reply.json')

describe('--columns-file', () => {
  test('begins a file of the columns, a line each, and says so', async () => {
    const cwd = temporaryFolder()
    const ran = await exporting(cwd, replyOf({ 'q1=How are you?': 'well', 'q2=Age': 7 }))
    expect(ran).toMatchObject({ exit: 0, stdout: '' })
    expect(ran.stderr).toContain('columns.yaml begins with 15 columns.\n')
    expect(kept(cwd)).toContain(`schema_version: 1
headers: headline
multi: joined
columns:
  - { name: id, type: text, record: id }
  - { name: formId, type: text, record: formId }
  - { name: createdAt, type: time, record: createdAt }
  - { name: updatedAt, record: updatedAt }
`)
    expect(kept(cwd)).toContain(`  - { name: personAttributes.completedForm, person: completedForm }
  - { name: "How are you?", type: text, question: q1, member: value }
  - { name: Age, type: integer, question: q2, member: value }
# The newest headlines; columns keep the names they have above.
questions:
  - { id: q1, headline: "How are you?", shown: "2026-03-01T09:00:00.000Z" }
`)
    expect(present(cwd)).toEqual(['a.csv', columnsFile])
  })

  test('keeps the columns of later exports, tells what is other, and writes it into the manifest', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, replyOf({ 'q1=One': 'x', 'q2=Age': 7 }))
    const later = replyOf({ 'q3=New': 'y', 'q2=Your age': 8 }, '2026-03-02T09:00:00.000Z')
    const ran = await exporting(cwd, later, '--out a.csv --force --manifest a.json')
    expect(ran.stderr).toBe(`Wrote 1 response in 16 columns to a.csv.
columns.yaml: 1 new column at the end: "New".
columns.yaml: a question is now "Your age" and was "Age"; its columns keep their names.
1 column of columns.yaml stays although these responses have no value for it: "One".
`)
    expect(headerOf(cwd)).toEqual(['One', 'Age', 'New'])
    const manifest = JSON.parse(readFileSync(join(cwd, 'a.json'), 'utf8'))
    outputOf('responses-export-manifest', `${JSON.stringify(manifest)}\n`)
    expect(manifest.columnsFile).toEqual({
      path: columnsFile,
      changes: [
        { change: 'added', column: 'New' },
        { change: 'headline', question: 'q2', from: 'Age', to: 'Your age' },
      ],
      absent: ['One'],
    })
    const before = kept(cwd)
    expect(before).toContain('{ id: q2, headline: "Your age", shown: "2026-03-02T09:00:00.000Z" }')
    expect((await exporting(cwd, later)).stderr).not.toContain(': 1 new')
    expect(kept(cwd)).toBe(before)
  })

  test('keeps the questions that a person made one', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, replyOf({ 'q1=Age': 7, 'w=Why': 'so' }))
    writeFileSync(join(cwd, columnsFile), kept(cwd).replace('question: q1,', 'question: [q1, q2],'))
    const ran = await exporting(cwd, replyOf({ 'q2=Age': 8, 'new=New': 'x' }))
    expect([ran.exit, headerOf(cwd)]).toEqual([0, ['Age', 'Why', 'New']])
    expect(kept(cwd)).toContain(`
  - { name: Age, type: integer, question: [q1, q2], member: value }
  - { name: Why, type: text, question: w, member: value }
  - { name: New, type: text, question: new, member: value }
`)
  })

  test('a value that does not fit the type ends the export, or makes the column text with on_mismatch: text', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, replyOf({ 'q2=Age': 7 }))
    const before = kept(cwd)
    const later = replyOf({ 'q2=Age': 'seven' })
    expect(await exporting(cwd, later, '--out b.csv')).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining(
        'Column "Age" has type integer in the columns file, and response r1 has "seven". Nothing was written; change the type there, or add on_mismatch: text beside it.',
      ),
    })
    expect(kept(cwd)).toBe(before)
    const loose = before.replace('type: integer,', 'type: integer, on_mismatch: text,')
    writeFileSync(join(cwd, columnsFile), loose)
    const ran = await exporting(cwd, later)
    expect(ran).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(
        'warning: columns.yaml: column "Age" is text in this export, since response r1 has "seven", which does not fit the type integer.',
      ),
    })
    expect(kept(cwd)).toBe(loose)
  })

  test('a file without change is not touched, comments and all', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, replyOf({ 'q1=One': 'x' }))
    const own = `# Ours.\n${kept(cwd).replace('name: One', "name: 'First answer'")}`
    writeFileSync(join(cwd, columnsFile), own)
    await exporting(cwd, replyOf({ 'q1=One': 'x' }))
    expect(kept(cwd)).toBe(own)
    expect(headerOf(cwd)).toEqual(['First answer'])
  })

  test('the styles of the file hold', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, replyOf({ 'q1=One': 'x' }), '--out a.csv --headers both --multi columns')
    expect(headerOf(cwd)).toEqual(['One [q1]'])
    await exporting(cwd, replyOf({ 'q1=One': 'x', 'q2=Two': ['a'] }))
    expect(headerOf(cwd)).toEqual(['One [q1]', 'Two: a [q2.a]'])
  })

  test('an export that fails leaves the file as it was', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, replyOf({ 'q1=One': 'x' }))
    const before = kept(cwd)
    const cut = replyOf({ 'q1=One': 'x', 'q2=Two': 'y' }).slice(0, -1)
    expect((await exporting(cwd, cut)).exit).toBe(3)
    expect([kept(cwd), present(cwd)]).toEqual([before, ['a.csv', columnsFile]])
  })

  test('data that finds no room at the very end leaves no columns behind', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'reply.json'), replyOf({ 'q1=One': 'x' }))
    const host = testHost({ cwd, argv: words('--out a.csv') })
    const files: Files = {
      ...host.files,
      create: async (path, options) => {
        const file = await host.files.create(path, options)
        if (path !== 'a.csv') return file
        const commit = async (): Promise<never> => {
          throw Failure.of('file-unwritable', { path, reason: 'no space is left' })
        }
        return { ...file, commit }
      },
    }
    expect(await run({ ...host, files })).toBe(3)
    expect(present(cwd)).toEqual([])
  })

  test('more columns than such a file takes are refused, and nothing is written', async () => {
    const cwd = temporaryFolder()
    const options = Array.from({ length: 12_000 }, (_, i) => `an option among very many others ${i}`)
    const ran = await exporting(cwd, replyOf({ 'q1=One': options }), '--out a.csv --multi columns')
    expect([ran.exit, ran.stderr]).toEqual([
      3,
      expect.stringContaining('columns.yaml would have 12013 columns, more than a columns file allows'),
    ])
    expect(present(cwd)).toEqual([])
  })

  test('a file that someone else wrote meanwhile is not overwritten, and no data appears beside it', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, replyOf({ 'q1=One': 'x' }))
    rmSync(join(cwd, 'a.csv'))
    writeFileSync(join(cwd, 'reply.json'), replyOf({ 'q2=Two': 'y' }))
    const host = testHost({ cwd, argv: words('--out a.csv') })
    const other = `${kept(cwd)}# other\n`
    const files: Files = {
      ...host.files,
      stream: (path) => {
        if (path.endsWith('reply.json')) writeFileSync(join(cwd, columnsFile), other)
        return host.files.stream(path)
      },
    }
    expect(await run({ ...host, files })).toBe(3)
    expect(host.output().stderr).toContain('columns.yaml was changed while the export ran')
    expect([kept(cwd), present(cwd)]).toEqual([other, [columnsFile]])
  })
})

describe('--check', () => {
  test('exits with 1 where the file would change, with 0 where not, and writes nothing', async () => {
    const cwd = temporaryFolder()
    const first = replyOf({ 'q1=One': 'x' })
    const check = '--check --out b.csv --manifest b.json'
    const checked = async (reply: string, exit: number, stderr: string): Promise<void> =>
      expect(await exporting(cwd, reply, check)).toEqual({ exit, stdout: '', stderr })
    await checked(first, 1, 'columns.yaml would change.\ncolumns.yaml begins with 14 columns.\n')
    expect(present(cwd)).toEqual([])
    await exporting(cwd, first)
    const before = kept(cwd)
    await checked(first, 0, 'columns.yaml would stay as it is.\n')
    const more = replyOf({ 'q1=One': 'x', 'q2=Two': 'y' })
    await checked(more, 1, 'columns.yaml would change.\ncolumns.yaml: 1 new column at the end: "Two".\n')
    expect([kept(cwd), present(cwd)]).toEqual([before, ['a.csv', columnsFile]])
  })
})

/** Files that do nothing more after so many writing steps, as for a process that was killed there. */
function dying(files: Files, steps: number): Files {
  let left = steps
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left-- <= 0) throw new Error('killed')
    return work()
  }
  return {
    ...files,
    remove: (path) => step(() => files.remove(path)),
    create: async (path, options) => {
      const file = await step(() => files.create(path, options))
      const inFile = (work: () => Promise<void>): Promise<void> =>
        step(work).catch(async (error: unknown) => {
          await file.discard()
          throw error
        })
      return { ...file, write: (chunk) => inFile(() => file.write(chunk)), commit: () => inFile(file.commit) }
    },
  }
}

describe('a run that is killed', () => {
  test('wherever that is, shows no columns that the next one does not keep', async () => {
    const shown: (readonly string[])[] = []
    for (let steps = 0; ; steps++) {
      const cwd = temporaryFolder()
      await exporting(cwd, replyOf({ 'm=M': 1 }))
      rmSync(join(cwd, 'a.csv'))
      writeFileSync(join(cwd, 'reply.json'), replyOf({ 'm=M': 1, 'p=P': 2, 'q=Q': 'x' }))
      const host = testHost({ cwd, argv: words('--out a.csv') })
      const exit = await run({ ...host, files: dying(host.files, steps) })
      const published = existsSync(join(cwd, 'a.csv')) ? headerOf(cwd) : []
      shown.push(published)
      // By itself this reply would put the new question first.
      const next = await exporting(cwd, replyOf({ 'a=A': 0, 'q=Q': 1, 'p=P': 2, 'm=M': 3 }))
      expect(next.exit).toBe(0)
      expect(headerOf(cwd).slice(0, published.length)).toEqual(published)
      expect(headerOf(cwd).toSorted()).toEqual(['A', 'M', 'P', 'Q'])
      expect(readdirSync(cwd)).not.toContain(`${columnsFile}.next`)
      expect((await exporting(cwd, readFileSync(join(cwd, 'reply.json'), 'utf8'), '--check')).exit).toBe(0)
      if (exit === 0) break
    }
    expect(shown.length).toBeGreaterThan(6)
    expect(shown.slice(0, -1)).toContainEqual(['M', 'P', 'Q'])
    expect(shown).toContainEqual([])
  })

  test('before its first file was there is gone on from, which is said', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, replyOf({ 'b=B': 1 }))
    writeFileSync(join(cwd, `${columnsFile}.next`), kept(cwd))
    rmSync(join(cwd, columnsFile))
    const ran = await exporting(cwd, replyOf({ 'a=A': 1, 'b=B': 1 }))
    expect(ran.stderr).toContain(
      'An earlier run ended before it could write columns.yaml; the columns that it noted were taken over.\n',
    )
    expect(headerOf(cwd)).toEqual(['B', 'A'])
    expect(present(cwd)).toEqual(['a.csv', columnsFile])
  })

  test('leaves a note that does not hold once the file was changed by a person', async () => {
    const cwd = temporaryFolder()
    await exporting(cwd, replyOf({ 'a=A': 1 }))
    writeFileSync(join(cwd, `${columnsFile}.next`), kept(cwd).replace('name: A', 'name: Z'))
    await exporting(cwd, replyOf({ 'a=A': 1 }))
    expect(headerOf(cwd)).toEqual(['A'])
    expect(present(cwd)).toEqual(['a.csv', columnsFile])
  })
})
