/** A server is killed again and again while people use it, and so is its database. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { audit, auditRecent, nothingWrong, type Audit } from '../support/audit.ts'
import { runBuilt } from '../support/built-program.ts'
import { isLong } from '../support/is-long.ts'
import { randomOf, many } from '../support/random.ts'
import { startPeople } from '../support/people.ts'
import { allNumbered, freePort, noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startServer, type ServerData } from '../support/server-process.ts'
import { temporaryFolder } from '../support/test-host.ts'

const kills = isLong ? 1000 : 3
/** One kill of so many is one of the database, where there is one. */
const databaseKills = isLong ? 10 : 3

type Outcome = Audit & { readonly surprises: readonly string[] }

/** Kills a server so many times, at times its database, and looks each time at what was just acknowledged. */
async function killOften(data: ServerData, postgres?: TestPostgres): Promise<Outcome> {
  const random = randomOf(1)
  const port = await freePort()
  let server = startServer(data, { port })
  const { apiKey = '', url, ...rest } = await server.ready
  const site = { ...rest, urls: [url], apiKey }
  await using people = await startPeople(site)
  const { ledger } = people
  const restartServer = async (isEarly: boolean): Promise<void> => {
    await server.kill()
    server = startServer(data, { port })
    if (!isEarly) return void (await server.ready)
    await sleep(many(random, 0, 200))
    await restartServer(false)
  }
  const begin = performance.now()
  let last = 0
  for (let kill = 1; kill <= kills; kill++) {
    for (const before = ledger.saves; ledger.saves < before + 5;) await sleep(5)
    await sleep(many(random, 0, 150))
    const reconnect = people.disconnect()
    if (postgres && kill % databaseKills === 0) await postgres.restart()
    // Some are killed while they start.
    else await restartServer(kill % (isLong ? 7 : 2) === 0)
    const recent = await auditRecent(site, ledger, last)
    expect(recent.found).toEqual(nothingWrong)
    last = recent.last
    reconnect()
  }
  await people.stop()
  if (postgres) await allNumbered(data.store ?? '')
  const found = await audit(site, ledger)
  await server.kill()
  if (isLong) {
    const seconds = Math.round((performance.now() - begin) / 1000)
    console.log(
      `${kills} kills in ${seconds} s, ${ledger.saves} acknowledged saves, ${ledger.forms.size} forms`,
    )
  }
  return { ...found, surprises: ledger.surprises }
}

const asItShould: Outcome = { ...nothingWrong, surprises: [] }

describe('A server that is killed loses nothing that it acknowledged, and does nothing twice', () => {
  test('on a data folder', async () => {
    const folder = temporaryFolder()
    expect(await killOften({ folder })).toEqual(asItShould)
    const check = await runBuilt(['service', 'check', '--data', folder], { cwd: temporaryFolder() })
    expect(check).toMatchObject({ exit: 0, stdout: '' })
  })

  const why = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`
  test.skipIf(noPostgres !== undefined)(`on PostgreSQL, which is killed, too${why}`, async () => {
    const postgres = await startPostgres()
    try {
      const data = { folder: temporaryFolder(), store: await postgres.database() }
      expect(await killOften(data, postgres)).toEqual(asItShould)
    } finally {
      await postgres.close()
    }
  })
})
