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
