/** Saves finished responses to the store in a folder until it is killed, and prints the id of each saved one. */
import { writeSync } from 'node:fs'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { at, sampleSave } from './samples.ts'

const { store } = await openSqliteStore(process.argv[2] ?? '', () => new Uint8Array())
for (let n = 0; ; n++) {
  const responseId = `${process.pid}-${n}`
  await store.responses.save(sampleSave({ responseId, at: at(n), isFinished: true }))
  writeSync(1, `${responseId}\n`)
}
