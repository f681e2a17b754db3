/**
 * How long `forms validate` takes, as ratios of medians of runs that take turns: 200 ordinary specs beside ajv-cli, which checks
 * their shape only, and large specs full of faults beside a valid one of the same size; ends with 1 where a bound is not kept.
 * `--findings` compares instead what validators say of broken specs, and writes docs/diagnostics.md.
 * Others are installed for the time of the run, or into the folder behind --peers, which is kept.
 * Usage: npm run bench:validate -- [--rounds 15] [--peers <folder>] [--findings]
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { randomOf } from '../test/support/random.ts'
import { isKept, lineOf, type Bound } from './export/turns.ts'
import { binOf, installPeer, peerVersions, withPeers } from './peers.ts'
import { writeFindings } from './validate/findings.ts'
import { brokenStructure, formFaults, largeSpec, ordinarySpec, yamlFaults } from './validate/specs.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    peers: { type: 'string' },
    findings: { type: 'boolean' },
  },
})
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(tmpdir(), 'formctl-bench-'))
const inFolder = (name: string): string => join(folder, name)

type Words = readonly string[]

const ours = (...words: Words): Words => [resolve('bin/formctl.js'), 'forms', 'validate', ...words]

const runNode = (words: Words) => spawnSync(process.execPath, words, { cwd: folder, maxBuffer: 2 ** 28 })

/** Milliseconds until a run of Node ends; a run that did something else is no measure. */
function time(words: Words, status: number): number {
  const start = performance.now()
  const run = runNode(words)
  if (run.status !== status)
    throw new Error(`${words.join(' ')} ended with ${run.status}: ${String(run.stderr)}`)
  return performance.now() - start
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? NaN

type Contest = {
  readonly what: string
  readonly words: Words
  readonly status: number
  readonly most?: number
}

/** Lets contests take turns with a floor and prints how they compare; whatever else runs slows all of them alike. */
function compare(floor: Contest, others: readonly Contest[]): readonly Bound[] {
  const contests = [floor, ...others]
  const times = contests.map((): number[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [i, { words, status }] of contests.entries()) {
      const taken = time(words, status)
      // The first round warms the caches of the disk.
      if (round > 0) times[i]?.push(taken)
    }
  for (const [i, { what }] of contests.entries())
    console.log(`${what}: ${median(times[i] ?? []).toFixed(0)} ms`)
  return others.flatMap(({ what, most }, i) => {
    const figure = median(times[i + 1] ?? []) / median(times[0] ?? [])
    return most === undefined ? [] : [{ what: `${what}, times ${floor.what}`, figure, most }]
  })
}

/** 200 specs as people write them. */
async function ordinary(peers: string): Promise<readonly Bound[]> {
  const random = randomOf(7)
  mkdirSync(inFolder('ordinary'))
  for (let i = 0; i < 200; i++) writeFileSync(inFolder(`ordinary/form-${i}.yaml`), ordinarySpec(random))
  const [ajv, schema] = [
    binOf(await installPeer('ajv-cli', peers), 'ajv'),
    resolve('schemas/spec.schema.json'),
  ]
  const words = [ajv, 'validate', '-s', schema, '-d', 'ordinary/*.yaml', '--strict=false']
  return compare({ what: `200 specs with ajv-cli ${peerVersions['ajv-cli']}`, words, status: 0 }, [
    { what: '200 specs', words: ours('ordinary'), status: 0, most: 2 },
  ])
}

/** Specs of 1 MiB: as many faults as the field was measured with, and as many as the lines have room for. */
function large(): readonly Bound[] {
  const valid = largeSpec(2 ** 20)
  const texts = {
    valid,
    form: largeSpec(2 ** 20, { breakings: formFaults, every: 11 }),
    yaml: largeSpec(2 ** 20, { breakings: yamlFaults, every: 3 }),
    dense: largeSpec(2 ** 20, { breakings: formFaults, every: 3 }),
    structure: brokenStructure(valid),
  }
  for (const [name, text] of Object.entries(texts)) writeFileSync(inFolder(`${name}.yaml`), text)
  const faultsIn = (name: string): number =>
    JSON.parse(String(runNode(ours(`${name}.yaml`, '-o', 'json')).stdout)).files[0].findings.length
  const contest = (what: string, most: number | undefined, ...words: Words): Contest => ({
    what,
    words: ours(...words),
    status: 1,
    ...(most !== undefined && { most }),
  })
  return compare({ what: 'a valid spec of 1 MiB', words: ours('valid.yaml'), status: 0 }, [
    contest(`${faultsIn('form')} faults of the form`, 1.3, 'form.yaml'),
    contest('the same as JSON', 1.3, 'form.yaml', '-o', 'json'),
    contest(`${faultsIn('yaml')} faults of the YAML`, 1.3, 'yaml.yaml'),
    contest('a quote without an end', 1.3, 'structure.yaml'),
    // In one line of four something is wrong; no limit is promised there.
    contest(`${faultsIn('dense')} faults of the form`, undefined, 'dense.yaml'),
  ])
}

try {
  await withPeers(values.peers, async (peers) => {
    if (values.findings === true) return await writeFindings(peers)
    const bounds = [...(await ordinary(peers)), ...large()]
    console.log(`\n${bounds.map(lineOf).join('\n')}`)
    if (!bounds.every(isKept)) process.exitCode = 1
  })
} finally {
  rmSync(folder, { recursive: true })
}
