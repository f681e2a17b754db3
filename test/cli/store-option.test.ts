import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { runBuilt } from '../support/built-program.ts'
import { noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { runInProcess, temporaryFolder, testHost } from '../support/test-host.ts'
import { starterStyles } from '../../src/server/starter-forms.ts'
import { misuse, outcome } from '../support/outcome.ts'

const suite = noPostgres === undefined ? describe : describe.skip

suite(`--store${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`, () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  const shown = (text: string): string =>
    text.replaceAll(/:\d+\/test_\d+/g, '/<database>').replaceAll(/\bc[a-z0-9]{24}\b/g, '<id>')

  test('names the database of formctl service, as FORMCTL_STORE does; advice has no password', async () => {
    const url = (await postgres.database()).replace('tester@', 'tester:secret@')
    const cwd = temporaryFolder()
    const made = await runInProcess({ argv: ['service', 'env', 'create', 'staging', '--store', url], cwd })
    expect(made.exit).toBe(0)
    expect(shown(made.stderr)).toBe(
      'It has no API key yet. To make one:\n  formctl service key create --store postgres://tester@127.0.0.1/<database> --environment <id>\n',
    )
    const listed = await runInProcess({ argv: ['service', 'env', 'list'], cwd, env: { FORMCTL_STORE: url } })
    expect(listed.stdout).toContain('staging')
    const forms = await runInProcess({ argv: ['service', 'form', 'list', '--store', url], cwd })
    expect(forms.stdout.trim().split('\n')).toHaveLength(1 + Object.keys(starterStyles).length)
  })

  test('of a service that cannot number changes is logged, in the format of the log', async () => {
    const url = await postgres.database()
    const host = testHost({
      argv: `serve --port 0 --log json --store ${url} --exec x`,
      ran: async () => {
        await postgres.rows(url, 'alter table events rename to events_of_before')
        await postgres.rows(url, "insert into pending_events values ('e', 1, 'f', '', 'form.created', '', 1)")
        const isLogged = () => host.output().stderr.includes('"level":"error"')
        while (!isLogged()) await sleep(5)
        return 0
      },
    })
    expect(await run(host)).toBe(0)
    const entries = host.output().stderr.trimEnd().split('\n')
    expect(entries.map((line) => JSON.parse(line).message)).toContainEqual(
      expect.stringMatching(/^changes get no numbers, so reads by change miss them; this is tried again: /),
    )
  })

  test('of a server that does not let the user in ends at once, with the cause', async () => {
    const url = await postgres.database()
    const [{ hba_file: file } = {}] = await postgres.rows(url, 'show hba_file')
    const name = new URL(url).pathname.slice(1)
    const before = readFileSync(String(file), 'utf8')
    const refusals = async (rules: string, place: string): Promise<string> => {
      writeFileSync(String(file), `${rules}\n${before}`)
      await postgres.rows(postgres.url('postgres'), 'select pg_reload_conf()')
      const words = ['service', 'key', 'list', '--store', place]
      const { stderr } = await runBuilt(words, { cwd: temporaryFolder() })
      return stderr.replace(/.* cannot be used: /, '')
    }
    await postgres.rows(url, "create user locked password 'secret'")
    const locked = url.replace('tester@', 'locked@')
    const withPassword = `host ${name} locked all scram-sha-256`
    expect(await refusals(withPassword, locked)).toBe(
      'it wants a password; set PGPASSWORD, or put one into ~/.pgpass.\n',
    )
    expect(await refusals(withPassword, url.replace('tester@', 'locked:wrong@'))).toBe(
      'its user or password is wrong.\n',
    )
    expect(await refusals(`hostssl ${name} all all trust\nhost ${name} all all reject`, url)).toBe(
      'it does not let this user in from here, or not without TLS; try ?sslmode=verify-full at the end of its URL.\n',
    )
  })

  test('ends with 3 where nobody answers', async () => {
    const [cwd, store] = [temporaryFolder(), 'postgres://u:secret@127.0.0.1:1/x']
    const stderr =
      'error[store-unusable]: The database postgres://u@127.0.0.1:1/x cannot be used: it does not answer at 127.0.0.1:1.\n'
    for (const words of ['serve --port 0', 'service key list'])
      expect(await runInProcess({ argv: `${words} --store ${store}`, cwd })).toEqual(outcome(3, stderr, ''))
  })

  test('is misuse where it is not a valid URL of PostgreSQL', async () => {
    expect(await runInProcess({ argv: 'service key list --store forms' })).toEqual(
      misuse('The store is not a valid URL of PostgreSQL: give postgres://<user>@<host>/<database>.'),
    )
  })
})
