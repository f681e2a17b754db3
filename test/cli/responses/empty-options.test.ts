import { Command } from 'commander'
import { expect, test } from 'vitest'
import { commands, type Entry } from '../../../src/cli/commands/index.ts'
import { addGlobals } from '../../../src/cli/program.ts'
import { runInProcess } from '../../support/test-host.ts'

const globals = addGlobals(new Command()).options.map(({ flags }) => flags)

type Line = { readonly flag: string; readonly argv: readonly string[] }

/** Each option of a command that takes something, its own and the global ones, with nothing given. */
async function linesOf({ words, load }: Entry): Promise<readonly Line[]> {
  const { args, options } = await load()
  const needed = args.filter(({ name }) => name.startsWith('<')).map(() => 'x')
  const own = Object.values(options).map(({ flags }) => flags)
  return [...own, ...globals]
    .filter((flags) => flags.includes('<'))
    .flatMap((flags) => {
      const flag = /--[\w-]+/.exec(flags)?.[0] ?? ''
      const line = [...words.split(' '), ...needed]
      return [
        { flag, argv: [...line, flag, ''] },
        { flag, argv: [...line, `${flag}=`] },
      ]
    })
}

const lines = (await Promise.all(commands.map(linesOf))).flat()

test('every option of every command refuses to be given nothing, and is named', async () => {
  expect(lines.length).toBeGreaterThan(400)
  const wrong: unknown[] = []
  for (const { flag, argv } of lines) {
    const { exit, stdout, stderr } = await runInProcess({ argv })
    const isSaid =
      stderr === `error[usage]: ${flag} is empty. Give a value, or leave it out.\n` ||
      new RegExp(`^error\\[usage\\]: Option '(-\\w, )?${flag} <[^']*' argument '' is invalid\\. `).test(
        stderr,
      )
    if (exit !== 2 || stdout !== '' || !isSaid) wrong.push({ argv, exit, stdout, stderr })
  }
  expect(wrong).toEqual([])
})

test('a text, be it a global one, is refused by the same sentence', async () => {
  for (const flag of ['--environment', '--base-url', '--profile', '--api-key-file'])
    expect(await runInProcess({ argv: [flag, '', 'status'] })).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error[usage]: ${flag} is empty. Give a value, or leave it out.\n`,
    })
})

test('a variable that is empty is as good as none', async () => {
  const env = { FORMCTL_BASE_URL: '', FORMCTL_ENVIRONMENT_ID: '', FORMCTL_PROFILE: '', FORMCTL_TIMEOUT: '' }
  expect(await runInProcess({ argv: ['status'], env })).toMatchObject({ exit: 0, stderr: '' })
})
