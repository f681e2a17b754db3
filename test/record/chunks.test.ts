import { describe, expect, test } from 'vitest'
import { joinChunks } from '../../src/record/chunks.ts'

async function* of(...texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) {
    if (text === 'fail') throw new Error('lost')
    yield Buffer.from(text)
  }
}

async function read(chunks: AsyncIterable<Uint8Array>): Promise<readonly string[]> {
  const texts: string[] = []
  try {
    for await (const chunk of chunks) texts.push(Buffer.from(chunk).toString())
  } catch (error) {
    texts.push(String(error))
  }
  return texts
}

describe('joinChunks bytes', () => {
  test.each<readonly [string, readonly string[], readonly string[]]>([
    ['of small chunks come together', ['ab', 'c', 'd', 'e'], ['abcd', 'e']],
    ['never wait for more than fits', ['abc', 'de', 'f'], ['abc', 'def']],
    ['of a large chunk come alone', ['a', 'bcdefg', 'h'], ['a', 'bcdefg', 'h']],
    ['that come before a failure are given before it', ['a', 'b', 'fail'], ['ab', 'Error: lost']],
    ['are none where none came', ['', ''], []],
  ])('%s', async (_, chunks, expected) => {
    expect(await read(joinChunks(of(...chunks), 4))).toEqual(expected)
  })

  test('are no longer requested once the reader stops', async () => {
    let isClosed = false
    async function* source(): AsyncIterable<Uint8Array> {
      try {
        for (;;) yield Buffer.from('abc')
      } finally {
        isClosed = true
      }
    }
    for await (const chunk of joinChunks(source(), 4)) if (chunk.length > 0) break
    expect(isClosed).toBe(true)
  })
})
