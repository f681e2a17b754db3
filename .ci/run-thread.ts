/** Runs the second thread of an export, and keeps what was compiled for it when it is told to end. */
import { workerData, type MessagePort } from 'node:worker_threads'

const bundle = '../dist/scripts.js'
const { load, keepScripts } = (await import(bundle)) as typeof import('../src/cli/host/scripts.ts')
load('./leap-thread.js')

const ending = workerData as MessagePort
ending.once('message', () => {
  keepScripts()
  process.exit()
})
ending.unref()
