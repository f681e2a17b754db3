/** Runs the contract suite and prints it as a table: a line for each claim, under its clause, with a tick for each way to the service. */
import { stripVTControlCharacters } from 'node:util'
import { startVitest, type Reporter, type TestCase, type TestModule } from 'vitest/node'

/** Marks by way, of one claim. */
type Line = { readonly clause: string; readonly claim: string; readonly marks: Map<string, string> }

const marks: Readonly<Record<string, string>> = { passed: '✓', failed: '✗', skipped: '-', pending: '-' }

const reporter: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module: TestModule) => [...module.children.allTests()])
    const lines = linesOf(tests)
    const ways = [...new Set(lines.flatMap(({ marks: byWay }) => [...byWay.keys()]))]
    for (const [clause, ofClause] of Map.groupBy(lines, (line) => line.clause)) {
      console.log(`\n${ways.join('  ')}  ${clause.toUpperCase()}`)
      for (const line of ofClause)
        console.log(
          `${ways.map((way) => centred(line.marks.get(way) ?? ' ', way)).join('  ')}  ${line.claim}`,
        )
    }
    const counts = ways.map((way) => {
      const ticks = lines.filter((line) => line.marks.get(way) === '✓').length
      return `${way} ${ticks} of ${lines.length}`
    })
    console.log(`\nClaims that hold: ${counts.join(', ')}`)
    for (const test of tests)
      for (const { message } of test.result().errors ?? [])
        console.log(`\n${test.fullName}\n${stripVTControlCharacters(message)}`)
  },
}

function linesOf(tests: readonly TestCase[]): readonly Line[] {
  const lines = new Map<string, Line>()
  for (const test of tests) {
    const [clause, claim] = test.name.split(' | ')
    if (clause === undefined || claim === undefined || test.parent.type !== 'suite') continue
    const line = lines.get(test.name) ?? { clause, claim, marks: new Map<string, string>() }
    line.marks.set(test.parent.name, marks[test.result().state] ?? '?')
    lines.set(test.name, line)
  }
  return [...lines.values()]
}

const centred = (mark: string, way: string): string =>
  mark.padStart(Math.ceil(way.length / 2)).padEnd(way.length)

const vitest = await startVitest('test', ['test/contract'], { watch: false, reporters: [reporter] })
await vitest.close()
