/**
 * How long `forms validate` takes, as ratios of medians of runs that take turns: 200 ordinary specs beside ajv-cli, which
 * checks their shape only, and large specs full of faults beside a valid one of the same size.
 * ajv-cli is installed for the time of the run, or into the folder behind --peers, which is kept.
 * Usage: npm run bench:validate -- [rounds] [--peers folder]
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { binOf, installPeer, lastLine, peerVersions, withPeers } from '../peers.ts'
import { brokenStructure, formFaults, largeSpec, yamlFaults } from './large-specs.ts'
import { ordinarySpec, seeded } from './ordinary-specs.ts'

const rounds = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 15)
const program = resolve('bin/formctl.js')
const schema = resolve('schemas/spec.schema.json')
// As many faults as the field was measured with, and as many as the lines have room for.
const broken = {
  form: { breakings: formFaults, every: 11 },
  yaml: { breakings: yamlFaults, every: 3 },
  dense: { breakings: formFaults, every: 3 },
}
const folder = mkdtempSync(join(tmpdir(), 'formctl-bench-'))

type Words = readonly string[]

const ours = (...words: Words): Words => [program, 'forms', 'validate', ...words]

/** Milliseconds until a run of Node ends; a run that did something else is no measure. */
function time(words: Words, status: number): number {
  const start = performance.now()
  const run = spawnSync(process.execPath, words, { cwd: folder, maxBuffer: 2 ** 28 })
  if (run.status !== status)
    throw new Error(`${words.join(' ')} ended with ${run.status}: ${String(run.stderr)}`)
  return performance.now() - start
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? NaN

/** How many findings there are of a spec. */
function faultsIn(name: string): number {
  const words = ours(`${name}.yaml`, '-o', 'json')
  const { stdout } = spawnSync(process.execPath, words, { cwd: folder, maxBuffer: 2 ** 28 })
  return JSON.parse(String(stdout)).files[0].findings.length
}

type Contest = {
  readonly what: string
  readonly words: Words
  readonly status: number
  readonly most: number
}

/** Lets others take turns with a floor and prints how they compare; whatever else runs slows all of them alike. */
function compare(floor: Contest, others: readonly Contest[]): void {
  const contests = [floor, ...others]
  const times = contests.map((): number[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [i, { words, status }] of contests.entries()) {
      const taken = time(words, status)
      // The first round warms the caches of the disk.
      if (round > 0) times[i]?.push(taken)
    }
  const [base = [], ...rest] = times
  console.log(`${floor.what}: ${median(base).toFixed(0)} ms`)
  for (const [i, { what, most }] of others.entries()) {
    const ratio = median(rest[i] ?? []) / median(base)
    const verdict = ratio < most ? '' : ' — too slow'
    if (verdict !== '') process.exitCode = 1
    console.log(
      `  ${what}: ${median(rest[i] ?? []).toFixed(0)} ms, ${ratio.toFixed(2)} times that${most === Infinity ? '' : ` (below ${most}${verdict})`}`,
    )
  }
}

try {
  const random = seeded(7)
  mkdirSync(join(folder, 'ordinary'))
  for (let i = 0; i < 200; i++) writeFileSync(join(folder, `ordinary/form-${i}.yaml`), ordinarySpec(random))
  const valid = largeSpec(2 ** 20)
  writeFileSync(join(folder, 'valid.yaml'), valid)
  for (const [name, { breakings, every }] of Object.entries(broken))
    writeFileSync(join(folder, `${name}.yaml`), largeSpec(2 ** 20, { breakings, every }))
  writeFileSync(join(folder, 'structure.yaml'), brokenStructure(valid))
  await withPeers(async (peers) => {
    try {
      const ajv = binOf(await installPeer('ajv-cli', peers), 'ajv')
      const words = [ajv, 'validate', '-s', schema, '-d', 'ordinary/*.yaml', '--strict=false']
      compare({ what: `200 specs, ajv-cli ${peerVersions['ajv-cli']}`, words, status: 0, most: 2 }, [
        { what: '200 specs, formctl', words: ours('ordinary'), status: 0, most: 2 },
      ])
    } catch (error) {
      console.log(`ajv-cli ${peerVersions['ajv-cli']} could not be tried: ${lastLine(error)}`)
    }
  })
  const large = (what: string, most: number, ...words: Words): Contest => ({
    what,
    words: ours(...words),
    status: 1,
    most,
  })
  compare({ what: 'A valid spec of 1 MiB', words: ours('valid.yaml'), status: 0, most: 1 }, [
    large(`with ${faultsIn('form')} faults of the form`, 1.3, 'form.yaml'),
    large('the same, as JSON', 1.3, 'form.yaml', '-o', 'json'),
    large(`with ${faultsIn('yaml')} faults of the YAML`, 1.3, 'yaml.yaml'),
    large('with a quote in its midst that has no end', 1.3, 'structure.yaml'),
    // In one line of four something is wrong; no limit is promised there.
    large(`with ${faultsIn('dense')} faults of the form`, Infinity, 'dense.yaml'),
  ])
} finally {
  rmSync(folder, { recursive: true })
}
