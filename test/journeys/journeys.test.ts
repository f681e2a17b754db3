import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runBuilt, withoutProgress } from '../support/built-program.ts'
import { isLong } from '../support/is-long.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'
import { filledIn, matches, parseJourney, splitWords, transcript, type Journey } from './journey.ts'

type Runner = (
  words: readonly string[],
  cwd: string,
) => Promise<{ exit: number; stdout: string; stderr: string }>

const ways = {
  'in process': (argv: readonly string[], cwd: string) => runInProcess({ argv, cwd }),
  'as the built program': async (words: readonly string[], cwd: string) => {
    const ran = await runBuilt(words, { cwd })
    return { ...ran, stderr: withoutProgress(ran.stderr) }
  },
} satisfies Readonly<Record<string, Runner>>

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.journey'))

/** A process for each step takes long, and the pages of the guide are such journeys, too. */
const built = new Set(['forms-and-responses', 'forms-apply', 'settings'].map((name) => `${name}.journey`))
const followed = [
  { way: 'in process', runner: ways['in process'], names },
  {
    way: 'as the built program',
    runner: ways['as the built program'],
    names: names.filter((name) => isLong || built.has(name)),
  },
]

describe.each(followed)('$way', ({ runner, names: own }) => {
  test.each(own)('%s goes as written', async (name) => {
    const journey = parseJourney(readFileSync(join(import.meta.dirname, name), 'utf8'))
    const { got, wanted } = await follow(journey, { name, runner })
    expect(got).toEqual(wanted)
    expect(got).not.toHaveLength(0)
  })
})

/** The few words of a shell that a journey may use beside the program. */
const builtins: Readonly<Record<string, Runner>> = {
  cat: async ([file = ''], cwd) => ({ exit: 0, stdout: readFileSync(join(cwd, file), 'utf8'), stderr: '' }),
  cd: async () => ({ exit: 0, stdout: '', stderr: '' }),
}

type Outcome = { readonly at: string; readonly exit: number; readonly lines: readonly string[] }

/** Each step as it went and as it was written; a step whose output matches shows what was written. */
async function follow(
  journey: Journey,
  { name, runner }: { name: string; runner: Runner },
): Promise<{ got: Outcome[]; wanted: Outcome[]; folder: string }> {
  const folder = temporaryFolder()
  let cwd = folder
  for (const [file, text] of journey.files) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
  }
  const kept = new Map<string, string>()
  const [got, wanted]: [Outcome[], Outcome[]] = [[], []]
  for (const step of journey.steps) {
    const [program = '', ...words] = step.words.map((word) => filledIn(word, kept))
    const ran = await (builtins[program] ?? runner)(words, cwd)
    if (program === 'cd') cwd = join(cwd, words[0] ?? '')
    const lines = transcript(ran)
    const at = `${name}:${step.line}`
    got.push({ at, exit: ran.exit, lines: matches(lines, step.expected, kept) ? step.expected : lines })
    wanted.push({ at, exit: step.exit, lines: step.expected })
  }
  return { got, wanted, folder }
}

test('a journey that goes wrong is noticed', () => {
  const { steps } = parseJourney('Prose.\n\n$ formctl x "a b"\nid <id> …\n! bad\n[exit 3]\n\nMore prose.\n')
  expect(steps).toEqual([
    {
      line: 3,
      command: 'formctl x "a b"',
      words: ['formctl', 'x', 'a b'],
      expected: ['id <id> …', '! bad'],
      exit: 3,
    },
  ])
  const kept = new Map<string, string>()
  expect(matches(['id 7 of 9', '! bad'], steps[0]?.expected ?? [], kept)).toBe(true)
  expect(kept.get('id')).toBe('7')
  expect(matches(['id 7 of 9', 'bad'], steps[0]?.expected ?? [], kept)).toBe(false)
  expect(matches(['other'], ['...', 'end'], kept)).toBe(false)
  expect(splitWords(`a 'b c' --d="e f"`)).toEqual(['a', 'b c', '--d=e f'])
})
