import { fstatSync, readSync, statSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { isatty, WriteStream } from 'node:tty'
import { Failure } from '../../failure/failure.ts'
import type { Input, Output, PromptStreams } from '../host.ts'
import { codeOf, reasonOf } from '../../failure/reason.ts'

type StandardInput = { readonly prompt: () => PromptStreams; readonly close: () => void }

/** Standard input; opened only when it is read, since opening it can fail and keeps the process alive. */
export function standardInput(): Input & StandardInput {
  let isOpen = false
  const open = (): AsyncIterable<Uint8Array> => {
    // Node takes it for an empty file.
    if (isFolder(0)) throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
    isOpen = true
    return process.stdin
  }
  return {
    isTerminal: isatty(0),
    chunks: async function* () {
      try {
        yield* open()
      } catch (error) {
        throw Failure.of('file-unreadable', { path: 'The standard input', reason: reasonOf(error) })
      }
    },
    prompt: () => {
      isOpen = true
      return { input: process.stdin, output: process.stderr }
    },
    close: () => {
      if (isOpen) process.stdin.destroy()
    },
  }
}

function isFolder(fd: number): boolean {
  try {
    return fstatSync(fd).isDirectory()
  } catch {
    return false
  }
}

/** A stream of this process for output, under the name that a failure gives it. */
export type OutputStream = { readonly stream: Writable; readonly fd: 1 | 2; readonly name: string }

/** Standard output or standard error. */
export function standardOutput({ stream, fd, name }: OutputStream): Output {
  // A terminal and a pipe are sockets; a file comes as a stream of another kind.
  const write = stream instanceof Socket ? intoStream(stream) : intoFile(fd)
  return {
    isTerminal: isatty(fd),
    get isLost() {
      return isLost(fd)
    },
    get columns() {
      return stream instanceof WriteStream ? stream.columns || 80 : 80
    },
    write: (chunk) =>
      write(chunk).catch((error: unknown) => {
        throw isClosed(error)
          ? Failure.of('output-closed', {})
          : Failure.of('output-unwritable', { name, reason: reasonOf(error) })
      }),
  }
}

/**
 * Whether a stream was closed when the program began. Node opens /dev/null in its place then, for reading, too, as a shell
 * that redirects to /dev/null does not.
 */
function isLost(fd: number): boolean {
  try {
    const there = fstatSync(fd)
    if (!there.isCharacterDevice() || there.rdev !== statSync('/dev/null').rdev) return false
    return readSync(fd, new Uint8Array(1)) === 0
  } catch {
    return false
  }
}

type Write = (chunk: string | Uint8Array) => Promise<void>

function intoStream(stream: Writable): Write {
  let broken: Error | undefined
  // Without a listener a closed pipe would end the process with a stack trace.
  stream.on('error', (error) => (broken ??= error))
  return (chunk) =>
    new Promise((done, fail) => {
      if (broken) return fail(broken)
      stream.write(chunk, (error) => (error ? fail(error) : done()))
    })
}

// Node's own stream for files takes a write that the disk cut short for a whole one: on a full disk
// 100,000 bytes became 65,536, with exit code 0.
function intoFile(fd: number): Write {
  return async (chunk) => {
    let left = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    while (left.length > 0) left = left.subarray(writeSync(fd, left))
  }
}

const isClosed = (error: unknown): boolean => ['EPIPE', 'ERR_STREAM_DESTROYED'].includes(codeOf(error))
