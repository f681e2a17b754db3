import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { builtProgram } from './built-program.ts'

/**
 * Words for Node that have a program write into a file, at its end, how many KiB of memory it took at most. What the system
 * tells of a child by `resourceUsage` is never less than what its parent took before it started the child.
 */
export function tellPeak(file: string): readonly string[] {
  const script = `
    import { existsSync, readFileSync, writeFileSync } from 'node:fs'
    const status = '/proc/self/status'
    const peak = () => existsSync(status)
      ? /^VmHWM:\\s*(\\d+)/m.exec(readFileSync(status, 'utf8'))[1]
      : process.resourceUsage().maxRSS
    process.on('exit', () => writeFileSync(${JSON.stringify(file)}, String(peak())))`
  return ['--import', `data:text/javascript,${encodeURIComponent(script)}`]
}

/** Runs the program with a heap of 64 MB on what comes piece by piece; `peak` is in kB. */
export async function runInSmallHeap(cwd: string, words: readonly string[], input: Iterable<string>) {
  const heap = ['--max-old-space-size=64', ...tellPeak(join(cwd, 'peak'))]
  const child = spawn(process.execPath, [...heap, builtProgram, ...words], { cwd, stdio: 'pipe' })
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const closed = once(child, 'close')
  // A child that ends too early is told by its exit code.
  child.stdin.on('error', () => undefined)
  let size = 0
  for (const part of input) {
    size += part.length
    if (!child.stdin.write(part)) await Promise.race([once(child.stdin, 'drain'), closed])
  }
  child.stdin.end()
  await closed
  const [stdout, stderr] = await printed
  return { exit: child.exitCode, stdout, stderr, size, peak: Number(readFileSync(join(cwd, 'peak'), 'utf8')) }
}
