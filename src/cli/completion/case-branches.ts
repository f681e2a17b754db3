import type { CompletedOption, Values } from './model.ts'

/** What can stand somewhere, as one word or a list of words. */
export const kindOf = (values: Values | undefined): string =>
  values === undefined ? '' : values.kind === 'words' ? values.words.join(' ') : values.kind

/** The options that take something, a branch of `case` each; of one command, or of all. */
export const cases = (options: readonly CompletedOption[], words?: string): string =>
  options
    .filter(({ values }) => values !== undefined)
    .map(({ flags, values }) => {
      const patterns = flags.map((flag) => (words === undefined ? flag : `'${words}:${flag}'`))
      return `    ${patterns.join(' | ')}) kind='${kindOf(values)}' ;;`
    })
    .join('\n')
