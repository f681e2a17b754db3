import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomOf } from '../../support/random.ts'
import { replyOf } from '../../support/random-replies.ts'
import { shapeNames, writeSavedReply } from '../../support/saved-reply.ts'
import { membersOf, parseExact, timeOf } from './answers.ts'

/** A saved reply in a file. */
export type SavedReply = {
  readonly name: string
  readonly path: string
  /** The responses that an export of it has to hold. */
  readonly records: readonly unknown[]
  /** The options of the export. */
  readonly words: readonly string[]
}

/** Replies of each shape with so many bytes, one of answers that look alike, and so many random ones. `records`: how many each of these may have, repeated ones aside. */
export function writeReplies(
  folder: string,
  {
    bytes,
    random,
    records: most,
  }: { readonly bytes: number; readonly random: number; readonly records: number },
): readonly SavedReply[] {
  const pathOf = (name: string): string => join(folder, `${name}.json`)
  for (const shape of shapeNames) writeSavedReply(pathOf(shape), bytes, shape)
  writeFileSync(pathOf('look-alikes'), lookAlikes())
  const replies = [...shapeNames, 'look-alikes'].map((name): SavedReply => {
    const path = pathOf(name)
    return { name, path, words: [], records: newestOf(recordsIn(readFileSync(path)) ?? []) }
  })
  const count = replies.length + random
  for (let seed = 1; replies.length < count; seed++) {
    const reply = replyOf(randomOf(seed), most)
    const [name, records] = [`random-${seed}`, recordsIn(reply)]
    // Some are broken on purpose, and an export refuses them.
    if (records === undefined || records.length === 0) continue
    writeFileSync(pathOf(name), reply)
    const keepsAll = seed % 2 === 0
    replies.push({
      name,
      path: pathOf(name),
      words: keepsAll ? ['--keep-duplicates'] : [],
      records: keepsAll ? records : newestOf(records),
    })
  }
  return replies
}

/** The records of a reply; undefined where it is broken, or nests deeper than is read. */
function recordsIn(reply: Uint8Array): readonly unknown[] | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(reply)
    const records = membersOf(parseExact(text))?.get('data')
    return Array.isArray(records) && records.every(membersOf) && levelsIn(records) <= 510
      ? records
      : undefined
  } catch {
    return undefined
  }
}

const levelsIn = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsIn)) : 0

/** Of records with the same id the one that was updated last; of equally new ones the last. */
function newestOf(records: readonly unknown[]): readonly unknown[] {
  const newest = new Map<unknown, { readonly record: unknown; readonly at: number }>()
  for (const record of records) {
    const [id, updatedAt] = ['id', 'updatedAt'].map((name) => membersOf(record)?.get(name))
    const key = typeof id === 'string' ? id : Symbol('no id')
    const at = timeOf(updatedAt)?.moment ?? Number.NEGATIVE_INFINITY
    if (at >= (newest.get(key)?.at ?? Number.NEGATIVE_INFINITY)) newest.set(key, { record, at })
  }
  const kept = new Set(Array.from(newest.values(), ({ record }) => record))
  return records.filter((record) => kept.has(record))
}

/** A reply of the questions in a fixture: texts that look like values, numbers at the limits of types, options that come and go. */
function lookAlikes(): string {
  const questions = readFileSync('fixtures/read-back/look-alikes.ndjson', 'utf8')
    .trimEnd()
    .split('\n')
    // Each line is an id, a type, and the answers of one response after another, or several of one.
    .map((line) => parseExact(line) as readonly [id: string, type: string, ...answers: readonly unknown[]])
  const count = Math.max(...questions.map(([, , ...answers]) => answers.length))
  const data = Array.from({ length: count }, (_, i) => ({
    id: `r${i}`,
    createdAt: '2026-03-01T09:00:00.000Z',
    formId: 'f',
    data: questions.flatMap(([questionId, type, ...answers]) =>
      [answers[i] ?? []].flat().map((members) => ({
        questionId,
        response: { type, headline: questionId, ...Object(members) },
      })),
    ),
  }))
  return JSON.stringify({ data })
}
