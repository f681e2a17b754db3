import type { TypeName } from '../components/component-type.ts'
import { contentShapes, isTypeName } from '../components/content-shapes.ts'
import { identityKeys } from '../identity-keys.ts'
import { nearest } from '../nearest.ts'
import type { Path } from '../path.ts'
import { identityKeyCalled } from '../synonyms.ts'
import { isKeyed, type Keyed } from '../value.ts'
import { quote } from '../words.ts'

/** Where a value stands, and the type of the component whose content it is. */
type Spot = { readonly path: Path; readonly type: unknown }

/** How a value that has another shape than its place asks for was probably meant; undefined where nobody can tell. */
export function meantAs(value: unknown, wanted: string, { path, type }: Spot): string | undefined {
  const [last, owner] = [path.at(-1), path.at(-2)]
  if (last === 'content' && typeof value === 'string' && isTypeName(type)) return asContent(value, type)
  if (wanted === 'string' && isKeyed(value)) return asText(value)
  if (wanted === 'object' && Array.isArray(value)) return asObject(value, last)
  if (wanted === 'object' && typeof value === 'string') return asEntry(value, owner)
  if (wanted !== 'array') return undefined
  return isKeyed(value) ? asEntries(value, last) : typeof value === 'string' ? asList(value) : undefined
}

/** A text alone where an object with that text stands. */
function asContent(text: string, type: TypeName): string | undefined {
  const key = ['question', 'title', 'text', 'label', 'dataUrl'].find((known) =>
    contentShapes[type].keys.includes(known),
  )
  return key && `Write it below "content:", behind its key: ${quote(`${key}: ${text}`)}.`
}

/** `Other: tell us` is a key and a value for YAML; a label with a value is what other tools take. */
function asText(value: Keyed): string | undefined {
  const entries = Object.entries(value)
  const [first] = entries
  const label = ['label', 'text', 'name', 'title', 'value'].find((key) => typeof value[key] === 'string')
  if (label !== undefined) return `Write only the text: ${quote(value[label])}.`
  if (first === undefined || entries.length > 1) return undefined
  const [key, held] = first
  const isText = typeof held === 'string' || typeof held === 'number' || typeof held === 'boolean'
  return isText ? `Put it in quotes: ${quote(`${key}: ${held}`)}.` : undefined
}

function asObject(value: readonly unknown[], key: Path[number] | undefined): string | undefined {
  if (value.length === 0 || !value.every(isKeyed)) return undefined
  return `Remove the ${value.length === 1 ? 'dash "- "' : 'dashes'}: ${quote(key)} holds keys, and is no list.`
}

/** A name alone where an object with that name stands. */
function asEntry(word: string, list: Path[number] | undefined): string | undefined {
  if (list === 'fields') {
    const key = identityKeyCalled(word) ?? nearest(word, identityKeys)?.word
    return key === undefined ? undefined : `Write "key: ${key}" behind the dash, and a label below it.`
  }
  if (list === 'components' && isTypeName(word))
    return `Write "type: ${word}" behind the dash, and its content below it.`
  return list === 'steps'
    ? `Write ${quote(`name: ${word}`)} behind the dash, and components below it.`
    : undefined
}

/** Names as keys where a list stands, or one entry without its dash. */
function asEntries(value: Keyed, list: Path[number] | undefined): string | undefined {
  const [first] = Object.keys(value)
  if (first === undefined) return undefined
  if (list === 'options' || list === 'choices') return 'Write a list of texts, as in [Yes, No].'
  if (!Object.values(value).every(isKeyed))
    return `Write a dash before the first key of each entry: "- ${first}: …".`
  const name =
    list === 'steps' ? 'name' : list === 'components' ? 'type' : list === 'fields' ? 'key' : undefined
  return name && `Write each as an entry: "- ${name}: ${first}", with what it holds below it.`
}

function asList(text: string): string | undefined {
  const parts = text.split(/\s*,\s*/)
  // Only what reads the same in a list as by itself.
  const isPlain = parts.length > 1 && parts.every((part) => /^[\p{L}\p{N}][\p{L}\p{N} '.-]*$/u.test(part))
  return isPlain && text.length <= 60 ? `Write it as a list: [${parts.join(', ')}].` : undefined
}
