import { stringify } from 'yaml'
import { isNumberText } from '../../form/number-text.ts'

/** A JSON value as YAML, exact to the digit, its long texts on one line each. */
export const yamlText = (value: unknown): string =>
  stringify(value, {
    // What repeats is written again: an alias would be a puzzle for a reader.
    aliasDuplicateObjects: false,
    lineWidth: 0,
    customTags: [
      {
        tag: 'tag:yaml.org,2002:float',
        default: true,
        identify: isNumberText,
        resolve: (text: string) => text,
        stringify: ({ value: number }) => (isNumberText(number) ? number.rawJSON : String(number)),
      },
    ],
  })
