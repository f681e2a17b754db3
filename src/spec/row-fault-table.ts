import { count } from '../failure.ts'
import { quote as inQuotes } from '../form/words.ts'
import { error } from './fault-definition.ts'

/** What can be wrong with a file of rows, each of which fills in a form. */
export const rowFaults = {
  'rows-shape': error<{ is: string } | { is: 'table'; isEmpty: boolean }>(
    (args) =>
      'isEmpty' in args
        ? `The table has no ${args.isEmpty ? 'header and no row' : 'row'}.`
        : `Rows are written as a list of objects, and this is ${args.is}.`,
    (args) =>
      'isEmpty' in args
        ? `Write ${args.isEmpty ? 'the names of variables in the first line, and ' : ''}a text for each of the names in every further line.`
        : 'Write "- " before each row, and behind it a name and a text a line, as in "customer: Acme".',
  ),
  'rows-limit': error<{ problem: string }>(
    ({ problem }) => `${problem}, the most that one run takes.`,
    () => 'Split the file, and run once for each part.',
  ),
  'csv-quote': error<{ kind: 'open' | 'behind' | 'inside' }>(
    ({ kind }) =>
      ({
        open: 'This " is not closed.',
        behind: 'A text in quotes ended just before, and more of it stands here.',
        inside: 'A " stands inside a text that has none around it.',
      })[kind],
    ({ kind }) =>
      kind === 'open'
        ? 'Add " at the end of the text; inside it, write "" for one.'
        : 'Put " around the whole text, and write "" for one inside it.',
  ),
  'csv-fields': error<{ fields: number; columns: number }>(
    ({ fields, columns }) => `This row has ${count(fields, 'field')}, and the header has ${columns}.`,
    ({ fields, columns }) =>
      fields > columns
        ? 'Put a text that holds the separator in quotes.'
        : 'Write every field, with nothing between two separators where it is empty.',
  ),
  'csv-header': error<{ name: string; first: number }>(
    ({ name, first }) =>
      `The column ${inQuotes(name)} stands here a second time; the first is column ${first}.`,
    () => 'Rename or remove one of them.',
  ),
} as const
