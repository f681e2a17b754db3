/**
 * Loaded before each test file: whatever the test or a program that it starts prints, and every file in its temporary
 * folders, is searched for keys. A test during which one came out fails, whatever else it claims.
 */
import childProcess, { ChildProcess } from 'node:child_process'
import fs, { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import { afterAll, afterEach, expect } from 'vitest'
import {
  bytesWatched,
  keysIn,
  mayShowNew,
  noteGiven,
  removeFolders,
  takeLeaks,
  watchStream,
} from './canary.ts'

type Spawning = { readonly args?: readonly string[]; readonly envPairs?: readonly string[] }
type Spawned = ChildProcess & { spawn: (options: Spawning) => unknown }

// A process runs many test files, and is prepared once.
const prepared = globalThis as { areKeysWatched?: boolean }
if (!prepared.areKeysWatched) {
  prepared.areKeysWatched = true
  watchChildren()
  watchChildrenAwaited()
  watchFilesGiven()
  watchOwnStreams()
}

const assertNoLeak = (): void => expect(takeLeaks(), 'a key came out').toEqual([])
afterEach(assertNoLeak)
// Registered first, so that it runs last: what a test file does at its end is still looked at.
afterAll(() => {
  removeFolders()
  assertNoLeak()
  const tally = process.env['FORMCTL_TEST_KEYS_TALLY']
  if (tally !== undefined) appendFileSync(tally, `${bytesWatched()}\n`)
})

function watchOwnStreams(): void {
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = process[name]
    const look = watchStream({ where: `${name} of the test itself` })
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean
    stream.write = (...args: unknown[]) => {
      look(args[0])
      return write(...args)
    }
  }
}

/** Every way to start a program ends in this method. */
function watchChildren(): void {
  const prototype = ChildProcess.prototype as Spawned
  const { spawn } = prototype
  prototype.spawn = function watched(this: Spawned, options) {
    const result = spawn.call(this, options)
    const words = options.args ?? []
    const env = Object.fromEntries(
      (options.envPairs ?? []).map((pair) => [pair.replace(/=.*/s, ''), pair.replace(/^[^=]*=/, '')]),
    )
    for (const name of ['stdout', 'stderr'] as const) {
      const stream = this[name]
      if (!stream) continue
      const look = watchStream({
        where: `${name} of ${words.join(' ').slice(0, 300)}`,
        mayShowNew: mayShowNew(words),
        secrets: keysIn({ env, words }),
      })
      // Not a listener: that would set the stream going before the test reads it.
      const push = stream.push.bind(stream)
      stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
        look(chunk)
        return push(chunk, encoding)
      }
    }
    return result
  }
}

function watchChildrenAwaited(): void {
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) {
    const original = childProcess[name] as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]): unknown => {
      const words = args.flat().filter((word) => typeof word === 'string')
      const result = original(...args)
      const look = watchStream({ where: words.join(' ').slice(0, 300), mayShowNew: mayShowNew(words) })
      const { stdout, stderr } = Object(result) as { stdout?: unknown; stderr?: unknown }
      for (const output of [result, stdout, stderr]) look(output)
      return result
    }
    Object.assign(childProcess, { [name]: watched })
  }
  syncBuiltinESMExports()
}

function watchFilesGiven(): void {
  const { writeFileSync } = fs
  fs.writeFileSync = (...args) => {
    const [path, content] = args
    if (typeof path === 'string' && (typeof content === 'string' || content instanceof Uint8Array))
      noteGiven(resolve(path), Buffer.from(content).toString('latin1'))
    writeFileSync(...args)
  }
  syncBuiltinESMExports()
}
