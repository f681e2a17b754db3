import { Failure } from '../../failure/failure.ts'
import type { Context } from '../command.ts'
import { plain } from './plain.ts'

export type Asking = Pick<Context, 'host' | 'terminal' | 'globals'>

/** A question, and the flag that answers it where nobody can be asked. */
export type Question = {
  readonly message: string
  readonly flag: string
  /** What is wrong with an answer, in a sentence; undefined if it is valid. */
  readonly check?: (answer: string) => string | undefined
}

export type Choice<Value> = { readonly value: Value; readonly name: string; readonly description?: string }

/** Whether questions can be asked: on a terminal, outside CI, without --no-input. */
export const mayAsk = ({ host, globals }: Asking): boolean =>
  host.stdin.isTerminal && host.stderr.isTerminal && !isCi(host.env) && !globals.noInput

/** A line of text; Enter alone takes the fallback. */
export const ask = (asking: Asking, question: Question & { readonly fallback?: string }): Promise<string> =>
  answerOf(asking, question, async ({ message, theme, streams, validate }) => {
    const { input } = await import('@inquirer/prompts')
    const { fallback = '' } = question
    const shown = plain(fallback)
    const answer = await input({ message, theme, validate, ...(shown ? { default: shown } : {}) }, streams)
    return answer === shown ? fallback : answer
  })

/** A line of text that is not shown. */
export const askSecret = (asking: Asking, question: Question): Promise<string> =>
  answerOf(asking, question, async ({ message, theme, streams, validate }) => {
    const { password } = await import('@inquirer/prompts')
    return password({ message, theme, validate, mask: '*', toggleMask: false }, streams)
  })

/** Yes or no; Enter alone takes the fallback. */
export const confirm = (
  asking: Asking,
  question: Question & { readonly fallback: boolean },
): Promise<boolean> =>
  answerOf(asking, question, async ({ message, theme, streams }) => {
    const prompts = await import('@inquirer/prompts')
    return prompts.confirm({ message, theme, default: question.fallback }, streams)
  })

/** Whether somebody agrees to what is about to be done; says so where it is not done: `done` is its word. */
export async function isAgreed(asking: Asking, message: string, done: string): Promise<boolean> {
  if (await confirm(asking, { message, flag: '--yes', fallback: false })) return true
  await asking.terminal.say(`Nothing was ${done}.`)
  return false
}

export const choose = <Value extends string>(
  asking: Asking,
  question: Question & { readonly choices: readonly Choice<Value>[] },
): Promise<Value> =>
  answerOf(asking, question, async ({ message, theme, streams }) => {
    const { select } = await import('@inquirer/prompts')
    return select<Value>({ message, theme, choices: question.choices.map(shownChoice) }, streams)
  })

/** One or more of a few; Enter alone takes the fallback. */
export const chooseMany = <Value extends string>(
  asking: Asking,
  question: Question & { readonly choices: readonly Choice<Value>[]; readonly fallback: readonly Value[] },
): Promise<readonly Value[]> =>
  answerOf(asking, question, async ({ message, theme, streams }) => {
    const { checkbox } = await import('@inquirer/prompts')
    const { fallback } = question
    const choices = question.choices.map((choice) => ({
      ...shownChoice(choice),
      checked: fallback.includes(choice.value),
    }))
    const icon = { checked: asking.terminal.colored(asking.terminal.err.green('◉')), unchecked: '◯' }
    return checkbox<Value>(
      { message, theme: { ...theme, icon }, choices, required: true, pageSize: 20 },
      streams,
    )
  })

/** A choice with text from outside made safe to show. */
const shownChoice = <Value>({ value, name, description }: Choice<Value>): Choice<Value> => ({
  value,
  name: plain(name),
  ...(description === undefined ? {} : { description: plain(description) }),
})

type Prompting = {
  readonly message: string
  readonly theme: ReturnType<typeof themeOf>
  readonly validate: (answer: string) => string | true
  readonly streams: {
    readonly input: NodeJS.ReadableStream
    readonly output: NodeJS.WritableStream
    readonly signal: AbortSignal
  }
}

async function answerOf<Value>(
  asking: Asking,
  { message, flag, check }: Question,
  prompt: (prompting: Prompting) => Promise<Value>,
): Promise<Value> {
  if (!mayAsk(asking)) throw Failure.of('no-answer', { question: message, flag })
  const { host, terminal } = asking
  const { input, output } = host.promptStreams()
  // When its input ends, the library never settles, and the process would end with exit code 0 for lack of work.
  // The library pauses the input when it is done; aborting after an answer changes nothing.
  const over = new AbortController()
  const end = (): void => over.abort()
  const endings = ['pause', 'end', 'close', 'error']
  for (const ending of endings) input.once(ending, end)
  try {
    return await prompt({
      message: plain(terminal.masked(message)),
      theme: themeOf(terminal),
      validate: (answer) => plainOr(check?.(answer)),
      streams: { input, output, signal: AbortSignal.any([host.signal, over.signal]) },
    })
  } catch (error) {
    throw host.signal.aborted ? host.signal.reason : isEnd(error) ? Failure.of('interrupted', {}) : error
  } finally {
    for (const ending of endings) input.removeListener(ending, end)
  }
}

const plainOr = (problem: string | undefined): string | true =>
  problem === undefined ? true : plain(problem)

const isEnd = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError')

// By itself the library would decide about colour by stdout.
function themeOf({ err, colored }: Asking['terminal']) {
  const real = (paint: (text: string) => string) => (text: string) => colored(paint(text))
  const [bold, dim, cyan] = [real(err.bold), real(err.dim), real(err.cyan)]
  const [red, green] = [real(err.red), real(err.green)]
  return {
    prefix: { idle: cyan('?'), done: green('✔') },
    style: {
      answer: cyan,
      message: bold,
      error: (text: string) => red(`> ${text}`),
      defaultAnswer: (text: string) => dim(`(${text})`),
      help: dim,
      highlight: cyan,
      description: dim,
      disabled: dim,
      key: (text: string) => cyan(`<${text}>`),
      keysHelpTip: (keys: readonly (readonly [string, string])[]) =>
        dim(keys.map(([key, action]) => `${key} ${action}`).join(', ')),
    },
  }
}

/** Whether this runs in CI: nobody can answer, and stderr is a log. */
export const isCi = (env: Readonly<Record<string, string | undefined>>): boolean =>
  /^(?!0$|false$)./i.test(env['CI'] ?? '')
