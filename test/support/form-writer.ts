/** Creates forms, each with a kept reply that is its id, in the store in a folder until it is killed, and prints their ids. */
import { writeSync } from 'node:fs'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { at, sampleForm, sampleReply } from './samples.ts'

const { store } = await openSqliteStore(process.argv[2] ?? '', () => new Uint8Array())
for (let n = 0; ; n++) {
  const id = `form-${process.pid}-${n}`
  await store.forms.create(sampleForm({ id }), {
    reply: sampleReply({ key: id, body: id, at: at(n) }),
    since: at(0),
  })
  writeSync(1, `${id}\n`)
}
