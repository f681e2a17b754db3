import { runInProcess } from '../../../support/test-host.ts'

type Running = { readonly cwd: string; readonly env: Readonly<Record<string, string>> }

/**
 * The same export without the engine: the body comes by the standard input and each record is parsed, so that the engine gets
 * no bytes. No manifest is written, as it would name another source.
 */
export async function exportByReference(
  argv: readonly string[],
  body: string,
  { cwd, env }: Running,
): Promise<string> {
  const words = [...argv]
  for (const [word, values] of [
    ['--from', 1],
    ['--all', 0],
    ['--partials', 0],
    ['--require-complete', 0],
    ['--manifest', 1],
  ] as const)
    while (words.includes(word)) words.splice(words.indexOf(word), 1 + values)
  const ran = await runInProcess({
    argv: [...words, '--from', '-'],
    cwd,
    env: { ...env, FORMCTL_NO_ENGINE: '1' },
    stdin: body,
  })
  if (ran.exit !== 0) throw new Error(ran.stderr)
  return ran.stdout
}
