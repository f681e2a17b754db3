/**
 * A journey is a text: prose, commands with their output, and the files they need.
 *
 *     $ formctl forms validate spec.yaml     a command; `$ cat file` shows a file
 *     stdout as it comes                     `…` in a line stands for any text, a line `...` for any lines
 *     ! stderr, each line marked; in a console block of a page, both streams as a terminal shows them, unmarked
 *     [exit 1]                               left out when it is 0
 *     -- spec.yaml --                        a file, up to the next such line
 *
 * `<name>` in an output keeps what stands there (no blanks or quotes); in a later command it is put in again.
 */
export type Journey = { readonly steps: readonly Step[]; readonly files: ReadonlyMap<string, string> }

type Step = {
  readonly line: number
  /** What follows the `$`, as it was written. */
  readonly command: string
  readonly words: readonly string[]
  readonly expected: readonly string[]
  readonly exit: number
}

/** A journey's text as steps and files; `linesBefore` stand before it where it is a part of a page. */
export function parseJourney(text: string, linesBefore = 0): Journey {
  const steps: { line: number; command: string; words: string[]; expected: string[]; exit: number }[] = []
  const files = new Map<string, string>()
  let file: string | undefined
  let isOutput = false
  for (const [index, line] of text.replace(/\n$/, '').split('\n').entries()) {
    const name = /^-- (.+) --$/.exec(line)?.[1]
    const exit = /^\[exit (\d+)\]$/.exec(line)?.[1]
    const step = steps.at(-1)
    if (name !== undefined) files.set((file = name), '')
    else if (file !== undefined) files.set(file, `${files.get(file) ?? ''}${line}\n`)
    else if (line.startsWith('$ ')) {
      const command = line.slice(2)
      steps.push({
        line: linesBefore + index + 1,
        command,
        words: splitWords(command),
        expected: [],
        exit: 0,
      })
      isOutput = true
    } else if (line === '') isOutput = false
    else if (isOutput && step && exit !== undefined) step.exit = Number(exit)
    else if (isOutput && step) step.expected.push(line)
  }
  return { steps, files }
}

/** Words as a shell takes them, with single and double quotes; nothing is expanded. */
export const splitWords = (command: string): string[] =>
  [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  )

/** A run's streams as a journey writes them. */
export const transcript = ({
  stdout,
  stderr,
}: {
  readonly stdout: string
  readonly stderr: string
}): string[] =>
  [...linesOf(stdout), ...linesOf(stderr).map((line) => `! ${line}`.trimEnd())].filter((line) => line !== '')

/** The lines of a text, without blanks at their ends. */
export const linesOf = (text: string): string[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => line.trimEnd())

/** Whether lines are as expected; what `<name>` stood for is added to `kept`. */
export function matches(
  lines: readonly string[],
  expected: readonly string[],
  kept: Map<string, string>,
): boolean {
  const names: string[] = []
  const pattern = expected
    .map((line) => (line === '...' ? '(?:.*\n)*?' : `${linePattern(line, names, kept)}\n`))
    .join('')
  const match = new RegExp(`^${pattern}$`).exec(lines.map((line) => `${line}\n`).join(''))
  names.forEach((name, i) => kept.set(name, match?.[i + 1] ?? ''))
  return match !== null
}

function linePattern(line: string, names: string[], kept: ReadonlyMap<string, string>): string {
  return line
    .split(/(…|<[a-z][a-z-]*>)/)
    .map((part, i) => {
      if (part === '…') return '.*'
      const name = /^<([a-z][a-z-]*)>$/.exec(part)?.[1]
      // How many blanks are between two columns depends on what is in them.
      if (name === undefined)
        return escaped(part).replaceAll(/ {2,}/g, (blanks, at: number) => (at + i === 0 ? blanks : ' {2,}'))
      if (kept.has(name) && !names.includes(name)) return escaped(kept.get(name) ?? '')
      names.push(name)
      return '([^\\s"]+)'
    })
    .join('')
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** A word with what was kept put in. */
export const filledIn = (word: string, kept: ReadonlyMap<string, string>): string =>
  word.replaceAll(/<([a-z][a-z-]*)>/g, (whole, name: string) => kept.get(name) ?? whole)

/** The journey that a page of Markdown tells: its `console` blocks, and as files its `yaml` blocks that begin with a name. */
export function journeyOfMarkdown(markdown: string): Journey {
  const blocks = [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
  const parts = blocks.map(({ index, 1: language = '', 2: text = '' }) => {
    const name = /^# (\S+\.yaml)\n/.exec(text)?.[1]
    if (language === 'console') return { steps: parseJourney(text, lineOf(markdown, index)).steps, files: [] }
    return { steps: [], files: language === 'yaml' && name !== undefined ? [[name, text] as const] : [] }
  })
  return { steps: parts.flatMap(({ steps }) => steps), files: new Map(parts.flatMap(({ files }) => files)) }
}

const lineOf = (markdown: string, index: number): number => markdown.slice(0, index).split('\n').length
