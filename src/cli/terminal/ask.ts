import { Failure } from '../../failure/failure.ts'
import type { Context } from '../command.ts'
import type { PromptStreams } from '../host.ts'
import { plain } from './plain.ts'
import { isCi } from './terminal.ts'

/** What a question to the person needs. */
export type PromptContext = Pick<Context, 'host' | 'terminal' | 'globals'>

/** A question, and the flag that answers it where nobody can be asked. */
export type Question = {
  readonly message: string
  readonly flag: string
  /** What is wrong with an answer, in a sentence; undefined if it is valid. */
  readonly check?: (answer: string) => string | undefined
}

export type Choice<Value> = { readonly value: Value; readonly name: string; readonly description?: string }

/** Whether questions can be asked: on a terminal, outside CI, without --no-input. */
export const mayAsk = ({ host, globals }: PromptContext): boolean =>
  host.stdin.isTerminal && host.stderr.isTerminal && !isCi(host.env) && !globals.noInput

/** A line of text; Enter alone takes the fallback. */
export const ask = (
  context: PromptContext,
  question: Question & { readonly fallback?: string },
): Promise<string> =>
  answerOf(context, question, async ({ message, theme, streams, validate }) => {
    const { input } = await import('@inquirer/prompts')
    const { fallback = '' } = question
    const shown = plain(fallback)
    const answer = await input({ message, theme, validate, default: shown || undefined }, streams)
    return answer === shown ? fallback : answer
  })

/** A line of text that is not shown. */
export const askSecret = (context: PromptContext, question: Question): Promise<string> =>
  answerOf(context, question, async ({ message, theme, streams, validate }) => {
    const { password } = await import('@inquirer/prompts')
    return password({ message, theme, validate, mask: '*', toggleMask: false }, streams)
  })

/** Yes or no; Enter alone takes the fallback. */
export const confirm = (
  context: PromptContext,
  question: Question & { readonly fallback: boolean },
): Promise<boolean> =>
  answerOf(context, question, async ({ message, theme, streams }) => {
    const prompts = await import('@inquirer/prompts')
    return prompts.confirm({ message, theme, default: question.fallback }, streams)
  })

/** Asks before something is done. On a no, prints that nothing was `done`, a participle such as "deleted". */
export async function isAgreed(context: PromptContext, message: string, done: string): Promise<boolean> {
  if (await confirm(context, { message, flag: '--yes', fallback: false })) return true
  await context.terminal.info(`Nothing was ${done}.`)
  return false
}

export const choose = <Value extends string>(
  context: PromptContext,
  question: Question & { readonly choices: readonly Choice<Value>[] },
): Promise<Value> =>
  answerOf(context, question, async ({ message, theme, streams }) => {
    const { select } = await import('@inquirer/prompts')
    return select<Value>({ message, theme, choices: question.choices.map(shownChoice) }, streams)
  })

/** One or more of a few; Enter alone takes the fallback. */
export const chooseMany = <Value extends string>(
  context: PromptContext,
  question: Question & { readonly choices: readonly Choice<Value>[]; readonly fallback: readonly Value[] },
): Promise<readonly Value[]> =>
  answerOf(context, question, async ({ message, theme, streams }) => {
    const { checkbox } = await import('@inquirer/prompts')
    const choices = question.choices.map((choice) => ({
      ...shownChoice(choice),
      checked: question.fallback.includes(choice.value),
    }))
    const icon = { checked: context.terminal.colored(context.terminal.err.green('◉')), unchecked: '◯' }
    return checkbox<Value>(
      { message, theme: { ...theme, icon }, choices, required: true, pageSize: 20 },
      streams,
    )
  })

/** A choice with text from outside made safe to show. */
const shownChoice = <Value>({ value, name, description }: Choice<Value>): Choice<Value> => ({
  value,
  name: plain(name),
  description: description && plain(description),
})

/** What a prompt of the library gets. */
type PromptOptions = {
  readonly message: string
  readonly theme: ReturnType<typeof themeOf>
  readonly validate: (answer: string) => string | true
  readonly streams: PromptStreams & { readonly signal: AbortSignal }
}

async function answerOf<Value>(
  context: PromptContext,
  { message, flag, check }: Question,
  prompt: (options: PromptOptions) => Promise<Value>,
): Promise<Value> {
  if (!mayAsk(context)) throw Failure.of('no-answer', { question: message, flag })
  const { host, terminal } = context
  const { input, output } = host.promptStreams()
  // When its input ends, the library never settles, and the process would end with exit code 0 for lack of work.
  // The library pauses the input when it is done; aborting after an answer changes nothing.
  const over = new AbortController()
  const end = (): void => over.abort()
  const endings = ['pause', 'end', 'close', 'error']
  for (const ending of endings) input.once(ending, end)
  try {
    return await prompt({
      message: plain(terminal.mask(message)),
      theme: themeOf(terminal),
      validate: (answer) => {
        const problem = check?.(answer)
        return problem === undefined ? true : plain(problem)
      },
      streams: { input, output, signal: AbortSignal.any([host.signal, over.signal]) },
    })
  } catch (error) {
    if (host.signal.aborted) throw host.signal.reason
    const isEnd = error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name)
    throw isEnd ? Failure.of('interrupted', {}) : error
  } finally {
    for (const ending of endings) input.removeListener(ending, end)
  }
}

// The library decides about colour by stdout, and prompts are on stderr.
function themeOf({ err, colored }: PromptContext['terminal']) {
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
