/** The last line of a CI run, from the test report: `N passed, N failed, N skipped`. */
import { readFileSync } from 'node:fs'

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}

const [file = '', failedSteps = '0'] = process.argv.slice(2)

const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = readReport()
// A failed step that is no test (lint, an unloadable test file, the executable) counts as one failure.
const failed = numFailedTests === 0 && failedSteps !== '0' ? 1 : numFailedTests
console.log(`${numPassedTests} passed, ${failed} failed, ${numPendingTests + numTodoTests} skipped`)
process.exitCode = failed === 0 ? 0 : 1

function readReport(): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 }
  }
}
