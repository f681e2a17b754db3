import { valueAt, type Path } from '../value.ts'
import { quote } from '../words.ts'
import { defineRule } from './rule.ts'

type Args = { readonly text: string; readonly what: string; readonly help: string }

/** A text that is not written as its key asks for it, so that it would have no effect or a wrong one. */
export const malformedText = defineRule<Args>({
  code: 'malformed-text',
  severity: 'error',
  isRefused: true,
  *check({ form, faultsOf }) {
    for (const { path } of faultsOf('pattern')) {
      const text = valueAt(form, path)
      const words = wordsOf(path)
      if (words && typeof text === 'string') yield { path, at: 'value', args: { text, ...words } }
    }
    for (const { path, params } of faultsOf('propertyNames')) {
      const text = String(params['propertyName'])
      yield { path: [...path, text], at: 'key', args: { text, ...language } }
    }
  },
  sentence: ({ text, what }) => `${quote(text)} is not ${what}.`,
  help: ({ help }) => help,
})

const language = {
  what: 'the short name of a language',
  help: 'Write it as web pages do: "de" for German, "pt-BR" for Brazilian Portuguese.',
}

const kindOfFile = {
  what: 'a kind of files',
  help: 'Write an ending with its dot, such as ".pdf", or a type, such as "image/*".',
}

const host = {
  what: 'a host',
  help: 'Write it in small letters, without https:// and path: "www.example.com".',
}

/** What is asked for at a place; undefined where another rule says it. */
function wordsOf(path: Path): Omit<Args, 'text'> | undefined {
  if (path.length === 1 && path[0] === 'language') return language
  if (path.at(-2) === 'redirectHosts') return host
  return path.at(-2) === 'accept' ? kindOfFile : undefined
}
