import { codes } from '../../authoring/codes.ts'
import { widthOf, wrap } from '../terminal/display-width.ts'
import type { Page } from './page.ts'

type Look = { readonly columns: number; readonly bold: (text: string) => string }

/** Every code in groups by what it weighs, each with a short sentence, in so many columns. */
export function listOf(pages: readonly Page[], { columns, bold }: Look): string {
  const width = Math.max(...pages.map(({ code }) => widthOf(code)))
  const room = Math.max(20, columns - width - 4)
  const fit = (text: string): string => wrap(text, columns).join('\n')
  const rowsOf = (page: Page): readonly string[] =>
    wrap(meaningOf(page), room).map((line, i) => `  ${(i === 0 ? page.code : '').padEnd(width)}  ${line}`)
  const parts = groups.flatMap(({ head, holds }) => {
    const held = pages.filter(holds)
    return held.length === 0 ? [] : [`${bold(fit(head))}\n${held.flatMap(rowsOf).join('\n')}\n`]
  })
  return [...parts, `${fit(foot)}\n`].join('\n')
}

const isOf =
  (severity: string) =>
  (page: Page): boolean =>
    page.kind === 'finding' && page.severity === severity

const isOfText = ({ code }: Page): boolean => codes.get(code)?.isOfText === true

const groups: readonly { readonly head: string; readonly holds: (page: Page) => boolean }[] = [
  {
    head: 'Errors of a form: the service refuses it.',
    holds: (page) => isOf('error')(page) && !isOfText(page),
  },
  {
    head: 'Errors of a file: it cannot be used before they are mended.',
    holds: (page) => isOf('error')(page) && isOfText(page),
  },
  { head: 'Warnings: the form can be made, and people would regret it.', holds: isOf('warning') },
  { head: 'Notes: the form may be right as it is.', holds: isOf('note') },
  {
    head: 'Failures: why a command ended, and with which exit code.',
    holds: ({ kind }) => kind === 'failure',
  },
]

/** The beginning of what a page says, up to its first stop. */
function meaningOf(page: Page): string {
  const [short = ''] = /^(?:\([^)]*\)|[^(])*?(?=[.:;](?:\s|$))/s.exec(page.text) ?? []
  const more = page.kind === 'failure' ? `exit ${page.exit}` : page.hasFix ? '--fix' : undefined
  return `${short}${more === undefined ? '' : ` (${more})`}.`
}

const foot =
  'What ends with (--fix) is mended by formctl forms validate --fix, where it can be meant in one way only. formctl explain <code> tells more.'
