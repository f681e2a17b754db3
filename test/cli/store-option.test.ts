import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

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
    const listed = await runInProcess({
      argv: ['service', 'env', 'list'],
      cwd,
      env: { FORMCTL_STORE: url },
    })
    expect(listed.stdout).toContain('staging')
    const forms = await runInProcess({ argv: ['service', 'form', 'list', '--store', url], cwd })
    expect(forms.stdout.trim().split('\n')).toHaveLength(4)
  })

  test('is misuse where it is no URL of PostgreSQL, and exit 3 where nobody answers', async () => {
    const cwd = temporaryFolder()
    for (const [store, exit, message] of [
      [
        'forms',
        2,
        'error[usage]: The store is no URL of PostgreSQL: give postgres://<user>@<host>/<database>.\n',
      ],
      [
        'postgres://u:secret@127.0.0.1:1/x',
        3,
        'error[store-unusable]: The database postgres://u@127.0.0.1:1/x cannot be used: it does not answer at 127.0.0.1:1.\n',
      ],
    ] as const)
      for (const words of [
        ['serve', '--port', '0'],
        ['service', 'key', 'list'],
      ])
        expect(await runInProcess({ argv: [...words, '--store', store], cwd })).toEqual({
          exit,
          stdout: '',
          stderr: message,
        })
  })
})
