import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeSavedReply } from '../../bench/saved-reply.ts'
import { shapeNames, type Shape } from '../../bench/saved-reply/shapes.ts'
import { temporaryFolder } from '../support/test-host.ts'

const bytes = 300_000

function reply(shape: Shape): { readonly size: number; readonly text: string } {
  const path = join(temporaryFolder(), 'reply.json')
  const size = writeSavedReply(path, bytes, shape)
  return { size, text: readFileSync(path, 'utf8') }
}

const recordsOf = (text: string): readonly Readonly<Record<string, unknown>>[] => JSON.parse(text).data

test.each(shapeNames)(
  'a reply of the shape %s is whole, about as large as wanted, and always the same',
  (shape) => {
    const { size, text } = reply(shape)
    expect(Buffer.byteLength(text)).toBe(size)
    expect(size / bytes).toBeGreaterThan(0.95)
    expect(size / bytes).toBeLessThan(1.5)
    expect(new Set(recordsOf(text).map(({ id }) => id)).size).toBe(recordsOf(text).length)
    expect(reply(shape).text).toBe(text)
  },
)

test.each<Shape>(['pretty', 'reordered', 'escaped'])(
  'the shape %s says what the compact one says',
  (shape) => {
    const [first, ...compact] = recordsOf(reply('compact').text)
    const others = recordsOf(reply(shape).text)
    expect([first, ...compact].slice(0, others.length)).toEqual(others.slice(0, compact.length + 1))
  },
)

test('shapes are what they are called', () => {
  const ids = (shape: Shape, name: string): number =>
    new Set(recordsOf(reply(shape).text).map((it) => it[name])).size
  expect(ids('forms', 'formId')).toBeGreaterThan(100)
  expect(ids('wide', 'formId')).toBe(1)
  const orders = (shape: Shape): number =>
    new Set(recordsOf(reply(shape).text).map((record) => Object.keys(record).join())).size
  expect(orders('reordered')).toBe(1)
  expect(orders('shuffled')).toBeGreaterThan(100)
  expect(reply('escaped').text).toMatch(/^[\0-~]*$/)
})
