/** A way to break a line of a spec, as people do. */
export type Break = {
  readonly name: string
  readonly code: string
  /** The lines that it can break, and what becomes of one. */
  readonly of: RegExp
  readonly by: (line: string) => string
}

/** Ways to break a spec in one line each, all that follows left readable for whoever knows what was meant. */
type Row = readonly [string, string, RegExp, Break['by']]

const rows: readonly Row[] = [
  ['a tab before spaces', 'yaml-tab', /^ {6}- /, (line) => line.replace(/^ {6}/, '\t  ')],
  ['a tab', 'yaml-tab', /^ {8}\w/, (line) => line.replace(/^ {8}/, '\t')],
  ['a tab in spaces', 'yaml-tab', /^ {6}- /, (line) => line.replace(/^ {6}/, '  \t')],
  ['a quote that is not closed', 'yaml-quote', /"$/, (line) => line.slice(0, -1)],
  ['a single quote that is not closed', 'yaml-quote', /'$/, (line) => line.slice(0, -1)],
  ['a quote that is not closed in a list', 'yaml-quote', /, "[^"]*"\]$/, (line) => line.replace(/"\]$/, ']')],
  ['a list that is not closed', 'yaml-bracket', /\]$/, (line) => line.slice(0, -1)],
  ['an object that is not closed', 'yaml-bracket', /\}$/, (line) => line.replace(/ *\}$/, '')],
  ['a comma too few', 'yaml-comma', /"one", "two"/, (line) => line.replace('"one",', '"one"')],
  ['a comma too many', 'yaml-comma', /"one", "two"/, (line) => line.replace('"one",', '"one",,')],
  [
    'a colon in a text',
    'yaml-colon',
    /question: \w/,
    (line) => line.replace('question: ', 'question: Now: '),
  ],
  ['no space behind a dash', 'yaml-dash', /^ {6}- type/, (line) => line.replace('- ', '-')],
  ['no space after the dash of a step', 'yaml-dash', /^ {2}- name/, (line) => line.replace('- ', '-')],
  ['no-break spaces', 'yaml-space', /^ {10}\w/, (line) => line.replace(/^ {10}/, '\u00A0'.repeat(10))],
  ...(
    [
      ['a no-break space', '\u00A0'],
      ['a wide space', '\u3000'],
      ['a space of no width', '\u200B'],
    ] as const
  ).flatMap(([name, space]): Row[] => [
    [`${name} at the head of a line`, 'yaml-space', /^ +[^#\s]/, (line) => space + line],
    [`${name} in place of the first space`, 'yaml-space', /^ +[^#\s]/, (line) => line.replace(/^ /, space)],
    [
      `${name} before the text of a line`,
      'yaml-space',
      /^ +[^#\s]/,
      (line) => line.replace(/ (?=\S)/, space),
    ],
    [`${name} after a dash`, 'yaml-space', /^ +- /, (line) => line.replace('- ', `-${space}`)],
    [`${name} and a space after a dash`, 'yaml-space', /^ +- /, (line) => line.replace('- ', `-${space} `)],
  ]),
  ['a tab after a dash', 'yaml-tab', /^ +- /, (line) => line.replace('- ', '-\t')],
  [
    'a sign that begins no text',
    'yaml-start',
    /question: \w/,
    (line) => line.replace('question: ', 'question: @'),
  ],
  ['an apostrophe in single quotes', 'yaml-syntax', /: '\w/, (line) => line.replace(/: '(\w)/, ": '$1's ")],
  ['a comment of another language', 'yaml-comment', /^ +# /, (line) => line.replace('# ', '// ')],
  ['a key without its colon', 'yaml-colon', /^ {4}components:$/, (line) => line.replace(':', '')],
  [
    'a quote that is not closed before a comment',
    'yaml-quote',
    /: "[^,]*"$/,
    (line) => line.replace(/"$/, ' # said twice'),
  ],
  ['a bracket too many', 'yaml-syntax', /\]$/, (line) => `${line}]`],
  ['a text behind a text in quotes', 'yaml-syntax', /: "[^,]*"$/, (line) => `${line} or so`],
  [
    'a star that is no alias',
    'yaml-start',
    /question: \w/,
    (line) => line.replace('question: ', 'question: **now** '),
  ],
  ['an indentation too small by one', 'yaml-indent', /^ {8}content/, (line) => line.slice(1)],
  ['an indentation too large by one', 'yaml-indent', /^ {8}content/, (line) => ` ${line}`],
  ['an indentation of components too large', 'yaml-indent', /^ {4}components/, (line) => `  ${line}`],
]
export const breaks: readonly Break[] = rows.map(([name, code, of, by]) => ({ name, code, of, by }))
