/** A way to break a line of a spec, as people do. */
export type Break = {
  readonly name: string
  readonly code: string
  /** The lines that it can break, and what becomes of one. */
  readonly of: RegExp
  readonly by: (line: string) => string
}

/** Ways to break a spec in one line each, all that follows left readable for whoever knows what was meant. */
export const breaks: readonly Break[] = [
  {
    name: 'a tab before spaces',
    code: 'yaml-tab',
    of: /^ {6}- /,
    by: (line) => line.replace(/^ {6}/, '\t  '),
  },
  { name: 'a tab', code: 'yaml-tab', of: /^ {8}\w/, by: (line) => line.replace(/^ {8}/, '\t') },
  { name: 'a tab in spaces', code: 'yaml-tab', of: /^ {6}- /, by: (line) => line.replace(/^ {6}/, '  \t') },
  { name: 'a quote that is not closed', code: 'yaml-quote', of: /"$/, by: (line) => line.slice(0, -1) },
  {
    name: 'a single quote that is not closed',
    code: 'yaml-quote',
    of: /'$/,
    by: (line) => line.slice(0, -1),
  },
  {
    name: 'a quote that is not closed in a list',
    code: 'yaml-quote',
    of: /, "[^"]*"\]$/,
    by: (line) => line.replace(/"\]$/, ']'),
  },
  { name: 'a list that is not closed', code: 'yaml-bracket', of: /\]$/, by: (line) => line.slice(0, -1) },
  {
    name: 'an object that is not closed',
    code: 'yaml-bracket',
    of: /\}$/,
    by: (line) => line.replace(/ *\}$/, ''),
  },
  {
    name: 'a comma too few',
    code: 'yaml-comma',
    of: /"one", "two"/,
    by: (line) => line.replace('"one",', '"one"'),
  },
  {
    name: 'a comma too many',
    code: 'yaml-comma',
    of: /"one", "two"/,
    by: (line) => line.replace('"one",', '"one",,'),
  },
  {
    name: 'a colon in a text',
    code: 'yaml-colon',
    of: /question: \w/,
    by: (line) => line.replace('question: ', 'question: Now: '),
  },
  {
    name: 'no space behind a dash',
    code: 'yaml-dash',
    of: /^ {6}- type/,
    by: (line) => line.replace('- ', '-'),
  },
  {
    name: 'no space after the dash of a step',
    code: 'yaml-dash',
    of: /^ {2}- name/,
    by: (line) => line.replace('- ', '-'),
  },
  {
    name: 'no-break spaces',
    code: 'yaml-space',
    of: /^ {10}\w/,
    by: (line) => line.replace(/^ {10}/, '\u00A0'.repeat(10)),
  },
  {
    name: 'a sign that begins no text',
    code: 'yaml-start',
    of: /question: \w/,
    by: (line) => line.replace('question: ', 'question: @'),
  },
  {
    name: 'an apostrophe in single quotes',
    code: 'yaml-syntax',
    of: /: '\w/,
    by: (line) => line.replace(/: '(\w)/, ": '$1's "),
  },
  {
    name: 'a comment of another language',
    code: 'yaml-comment',
    of: /^ +# /,
    by: (line) => line.replace('# ', '// '),
  },
  {
    name: 'a key without its colon',
    code: 'yaml-colon',
    of: /^ {4}components:$/,
    by: (line) => line.replace(':', ''),
  },
  {
    name: 'a quote that is not closed before a comment',
    code: 'yaml-quote',
    of: /: "[^,]*"$/,
    by: (line) => line.replace(/"$/, ' # said twice'),
  },
  { name: 'a bracket too many', code: 'yaml-syntax', of: /\]$/, by: (line) => `${line}]` },
  {
    name: 'a text behind a text in quotes',
    code: 'yaml-syntax',
    of: /: "[^,]*"$/,
    by: (line) => `${line} or so`,
  },
  {
    name: 'a star that is no alias',
    code: 'yaml-start',
    of: /question: \w/,
    by: (line) => line.replace('question: ', 'question: **now** '),
  },
  {
    name: 'an indentation too small by one',
    code: 'yaml-indent',
    of: /^ {8}content/,
    by: (line) => line.slice(1),
  },
  {
    name: 'an indentation too large by one',
    code: 'yaml-indent',
    of: /^ {8}content/,
    by: (line) => ` ${line}`,
  },
  {
    name: 'an indentation of components too large',
    code: 'yaml-indent',
    of: /^ {4}components/,
    by: (line) => `  ${line}`,
  },
]
