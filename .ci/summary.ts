/**
 * The last line of a CI run, from the reports of its tests: `N passed, N failed, N skipped`.
 * Usage: node .ci/summary.ts <1 when a step failed, else 0> <report> …
 */
import { readFileSync } from 'node:fs'

type Report = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
}

const [failedSteps = '0', ...files] = process.argv.slice(2)

const reports = files.map(readReport)
const sum = (count: (report: Report) => number): number =>
  reports.reduce((total, report) => total + count(report), 0)
const failedTests = sum((report) => report.numFailedTests)
// A failed step that is no test (lint, an unloadable test file, the executable) counts as one failure.
const failed = failedTests === 0 && failedSteps !== '0' ? 1 : failedTests
const skipped = sum((report) => report.numPendingTests + report.numTodoTests)
console.log(`${sum((report) => report.numPassedTests)} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 }
  }
}
