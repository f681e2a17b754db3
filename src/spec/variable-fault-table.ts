import { quote as inQuotes } from '../form/words.ts'
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
  'missing-variable': error<{ name: string; near: string | undefined; variable: string }>(
    ({ name }) => `The variable ${inQuotes(name)} has no value.`,
    ({ name, near, variable }) =>
      near === undefined
        ? `Give it with --var ${name}=…, in a --var-file, as ${variable}, or as a default under "vars".`
        : `Did you mean \${${near}}?`,
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
