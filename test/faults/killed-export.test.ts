import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { builtProgram } from '../support/built-program.ts'
import { temporaryFolder } from '../support/test-host.ts'
import { isLong } from '../support/is-long.ts'
import { randomOf } from '../support/random.ts'

/** With FORMCTL_LONG_TESTS=1, as in `npm run test:long`, 200 runs are killed; else 12. */
const kills = isLong ? 200 : 12
const atOnce = 2

const figures: string[] = []
afterAll(() => void process.stdout.write(`${figures.join('\n')}\n`))

/** Exports into a folder; killed after so many milliseconds, or left to its end. The time it took. */
async function exportIn(cwd: string, format: string, killAfter?: number): Promise<number> {
  const began = performance.now()
  const words = [
    'responses',
    'export',
    '--from',
    '../reply.json',
    '--out',
    `out.${format}`,
    '--force',
    '--quiet',
  ]
  const child = spawn(process.execPath, [builtProgram, ...words], {
    cwd,
    stdio: 'ignore',
    env: { HOME: cwd },
  })
  const kill = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
  await once(child, 'close')
  clearTimeout(kill)
  return performance.now() - began
}

test('an export that is killed at any instant leaves the old file or the new one, whole, and nothing for long', async () => {
  const parent = temporaryFolder()
  const answer = (n: number): unknown => ({
    questionId: `q${n % 50}`,
    response: { value: 'größer '.repeat(20) },
  })
  const data = Array.from({ length: 6000 }, (_, n) => ({ id: `r${n}`, formId: 'f', data: [answer(n)] }))
  writeFileSync(join(parent, 'reply.json'), JSON.stringify({ data }))
  const count = { old: 0, new: 0, half: 0, parts: 0 }
  const random = randomOf(20_260_301)
  const lanes = Array.from({ length: atOnce }, async (_, lane) => {
    const [cwd, format] = [join(parent, `lane${lane}`), lane % 2 === 0 ? 'csv' : 'ndjson']
    mkdirSync(cwd)
    const file = join(cwd, `out.${format}`)
    // Lanes run side by side, so a run takes longer than one alone.
    const longest = Math.max(await exportIn(cwd, format), await exportIn(cwd, format))
    const whole = readFileSync(file)
    for (let n = lane; n < kills; n += atOnce) {
      writeFileSync(file, 'old')
      await exportIn(cwd, format, random() * longest * 1.1)
      const left = readFileSync(file)
      count[left.equals(whole) ? 'new' : left.toString() === 'old' ? 'old' : 'half']++
      const others = readdirSync(cwd).filter((name) => name !== `out.${format}`)
      count.parts += others.length
      for (const name of others) expect(name).toMatch(/^\.out\.\w+\.formctl_\w+\.part$/)
    }
    await exportIn(cwd, format)
    expect(readdirSync(cwd)).toEqual([`out.${format}`])
  })
  await Promise.all(lanes)
  figures.push(
    `kill -9 of responses export at ${kills} instants: old file kept ${count.old}, new file whole ${count.new}, half files ${count.half}; parts seen ${count.parts}, left after the next run 0`,
  )
  expect(count).toMatchObject({ half: 0 })
  expect(count.old + count.new).toBe(kills)
})
