import { quote as inQuotes } from '../form/words.ts'
import type { MissingOf } from './missing-variable.ts'
import { define, error } from './fault-definition.ts'

/** What can be wrong with variables. */
export const variableFaults = {
  'variable-name': define<{ name: string }>({
    severity: 'warning',
    sentence: ({ name }) => `${inQuotes(name)} can be no name of a variable, so nothing can take its value.`,
    help: () => 'Use a letter first, then letters, digits, ".", "-" and "_".',
  }),
  'variable-value': error<{ name: string | undefined; is: string }>(
    ({ name, is }) =>
      name === undefined
        ? `Variables are written as an object of names and texts, and this is ${is}.`
        : `A variable is a text, and ${inQuotes(name)} is ${is}.`,
    ({ name }) =>
      name === undefined
        ? 'Write a name and a text a line, as in "customer: Acme".'
        : 'Write one text; it may have several lines.',
  ),
  'missing-variable': error<{
    name: string
    near: string | undefined
    variable: string
    /** What of a file of rows is at fault, where the spec is not. */
    of?: MissingOf
  }>(
    ({ name, of }) =>
      `The variable ${inQuotes(name)} has no value${of === undefined ? '' : of === 'row' ? ' in this row' : ' in any row'}.`,
    ({ name, near, variable, of }) => {
      if (of === 'row')
        return near === undefined
          ? `Write ${name} and its text in this row, as in the others.`
          : `Did you mean ${name}? Write it in place of ${near}.`
      if (of !== undefined)
        return `Did you mean ${name}? Rename ${of === 'column' ? 'the column' : `${near} in every row`}, or write \${${near}} in the spec if that is what it needs.`
      return near === undefined
        ? `Give it with --var ${name}=…, in a --var-file, as ${variable}, or as a default under "vars".`
        : `Did you mean \${${near}}?`
    },
  ),
  'variable-syntax': error<{ meant: string | undefined }>(
    () => '"${" begins a variable, and no name and "}" follow.',
    ({ meant = 'customer' }) =>
      `Write it as in \${${meant}}, without spaces; for the signs themselves, write $\${.`,
  ),
  'unused-variable': define<{ name: string }>({
    severity: 'warning',
    sentence: ({ name }) => `The variable ${inQuotes(name)} is used nowhere in this form.`,
    help: ({ name }) => `Write \${${name}} in the text where it belongs, or remove it.`,
  }),
} as const
