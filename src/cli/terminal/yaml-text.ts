import { stringify } from 'yaml'
import { isNumberText } from '../../record/exact-json.ts'

/** A JSON value as YAML, exact to the digit, its long texts on one line each. */
export const yamlText = (value: unknown): string =>
  stringify(value, {
    // Repeated values are written again; aliases are hard to read.
    aliasDuplicateObjects: false,
    lineWidth: 0,
    // Readers of YAML 1.1 take `no` for false, 12:30 for 750 and 1_000 for 1000.
    compat: 'yaml-1.1',
    customTags: (defaultTags) => [
      {
        tag: 'tag:yaml.org,2002:str',
        default: true,
        identify: (text: unknown) => typeof text === 'string' && odd.test(text),
        resolve: (text: string) => text,
        stringify: ({ value: text }) => escaped(String(text)),
      },
      {
        tag: 'tag:yaml.org,2002:float',
        default: true,
        identify: isNumberText,
        resolve: (text: string) => text,
        stringify: ({ value: number }) => (isNumberText(number) ? number.rawJSON : String(number)),
      },
      ...defaultTags,
    ],
  })

// Readers of YAML 1.1 take some of them for line ends and refuse others; = has a meaning there.
const odd = /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFEFF\uFFFE\uFFFF]|^=$/u

const escaped = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\uFEFF\uFFFE\uFFFF]/gu,
    (sign) => String.raw`\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
