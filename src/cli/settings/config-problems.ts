import { nearest } from '../../form/words.ts'
import { pathOfPointer, type Path, type ShapeError } from '../../form/value.ts'
import { validateConfig } from '../generated/validate-config.js'

export type ConfigProblem = {
  readonly path: Path
  readonly sentence: string
  /** Absent: the key. */
  readonly at?: 'key' | 'value'
}

/** Whose file it is: that of a project holds no keys, that of a user no rules. */
type Owner = 'project' | 'user'

/** Everything that breaks the schema of a settings file. */
export const problemsOf = (value: unknown, owner: Owner): readonly ConfigProblem[] =>
  // The validator reports an error in a name twice: as its pattern, and as a name.
  validateConfig(value)
    ? []
    : (validateConfig.errors ?? []).flatMap((error) => problemOf(error, { value, owner }) ?? [])

const placeKeys = ['base_url', 'environment', 'source_form']
const topKeys = {
  project: ['profile', ...placeKeys, 'rules', 'profiles'],
  user: ['profile', ...placeKeys, 'ca_file', 'profiles'],
}
const profileKeys = { project: placeKeys, user: [...placeKeys, 'ca_file', 'api_key', 'api_key_command'] }

function problemOf(
  { keyword, instancePath, params }: ShapeError,
  { value, owner }: { readonly value: unknown; readonly owner: Owner },
): ConfigProblem | undefined {
  const path = pathOfPointer(value, instancePath)
  const name = String(path.at(-1) ?? 'the file')
  if (keyword === 'additionalProperties') {
    const key = String(params['additionalProperty'])
    return { path: [...path, key], sentence: unknownKey(key, path, owner) }
  }
  if (keyword === 'propertyNames') {
    const key = String(params['propertyName'])
    return {
      path: [...path, key],
      sentence: `a profile cannot be named ${shown(key)}. Use letters, digits, dots, - and _.`,
    }
  }
  if (keyword === 'enum')
    return { path, at: 'value', sentence: `${name} can be error, warning, note or off.` }
  if (keyword === 'type') return { path, sentence: wrongType(name, String(params['type'])) }
  return params['pattern'] === namePattern
    ? undefined
    : { path, sentence: `${name} is empty. Give it a value, or remove the line.` }
}

const namePattern = '^[A-Za-z0-9._-]+$'

function unknownKey(key: string, path: Path, owner: Owner): string {
  if (path.length === 0 && profileKeys[owner].includes(key))
    return `${key} belongs in a profile: profiles.default.${key}.`
  const known = (path.length === 0 ? topKeys : profileKeys)[owner]
  const meant = /^ur[il]$/i.test(key) ? 'base_url' : nearest(key, known)?.word
  return meant
    ? `${shown(key)} is not a setting. Did you mean ${meant}?`
    : `${shown(key)} is not a setting. The settings are ${known.join(', ')}.`
}

// A longer one may be a key in the place of a name.
const shown = (name: string): string => (name.length > 30 ? 'a long name' : `"${name}"`)

const wrongType = (name: string, type: string): string =>
  type === 'object'
    ? `${name} holds no settings. Write them below it as "name: value", or remove it.`
    : `${name} is not a text. Put its value in quotes.`
