import type { ErrorObject } from 'ajv'
/** An object with keys of any kind. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A shape that nothing changes, made of one that a schema gave. */
export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value

/** Whether a value has keys: an object, but no array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at one step of a path. Only own properties count, never `constructor` and the like. */
export function childOf(value: unknown, part: string | number): unknown {
  if (Array.isArray(value)) return typeof part === 'number' ? value[part] : undefined
  return isObject(value) && Object.hasOwn(value, part) ? value[String(part)] : undefined
}

/** A JSON pointer as a path into a value, with numbers as indexes of arrays. */
export function pathOfPointer(value: unknown, pointer: string): Path {
  let owner = value
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = Array.isArray(owner) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')
      owner = childOf(owner, key)
      return key
    })
}

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((at: unknown, part) => childOf(at, part), value)

/** Where in a form something stands: keys and indexes from the root, as in a 400 body's `errors[].path`. */
export type Path = readonly (string | number)[]

/** A path for people: `steps[0].components[2].content`. */
export const pathText = (path: Path): string =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('')

/** The values of each key, in their order. */
export function groupedByKey<Key, Value>(pairs: Iterable<readonly [Key, Value]>): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const [key, value] of pairs) {
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

export const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, one) => sum + one, 0)

/** Adds the counts of these names to those of another object. */
export function addCounts<Name extends string>(
  into: Record<Name, number>,
  from: Readonly<Record<Name, number>>,
  names: readonly Name[],
): void {
  for (const name of names) into[name] += from[name]
}

/** The value of a key; where there is none, it is made. Node 22 and 24 have no `getOrInsertComputed`. */
export function getOrMake<Key, Value extends {} | null>(
  map: { readonly get: (key: Key) => Value | undefined; readonly set: (key: Key, value: Value) => unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Memoizes a function of an object that never changes, for as long as the object lives. */
export function memoized<T extends object, R extends object>(make: (input: T) => R): (input: T) => R {
  const results = new WeakMap<T, R>()
  return (input) => getOrMake(results, input, () => make(input))
}

/** A value that is made when it is first needed: a table that few runs read costs no start. */
export function lazy<Value extends {} | null>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

/** Memoizes a function of a text or number. It never forgets, so the inputs have to be few. */
export function remembered<Key extends string | number, Value extends {} | null>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const results = new Map<Key, Value>()
  return (key) => getOrMake(results, key, () => make(key))
}

/** The entries with the key of an earlier one, with the first that has it, and the key. Entries without a key are left out. */
export function* repeatsIn<Entry, Key>(
  entries: Iterable<Entry>,
  keyOf: (entry: Entry) => Key | undefined,
): Generator<readonly [entry: Entry, first: Entry, key: Key]> {
  const firsts = new Map<Key, Entry>()
  for (const entry of entries) {
    const key = keyOf(entry)
    if (key === undefined) continue
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, entry)
    else yield [entry, first, key]
  }
}

/** An error of a generated validator. Those of files of ours carry the schema that says what can stand there. */
export type ShapeError = Pick<
  ErrorObject,
  'keyword' | 'instancePath' | 'schemaPath' | 'params' | 'parentSchema'
>

/** What an answer holds beside what all answers do. Conditions, tables and the scripts of pages read it by this. */
export type AnswerKind =
  // As `value`: any text, a text of that form, a number, a day, a time, or true or false, which is sent as yes or no.
  | 'text'
  | 'email'
  | 'phone'
  | 'number'
  | 'date'
  | 'time'
  | 'boolean'
  // The chosen option, or a list of several; every option, each chosen or not; an option for each row; options in order.
  | 'selected'
  | 'choices'
  | 'rows'
  | 'ranking'
  // The names and addresses of files; only that something was given; a text for each field; which time is booked.
  | 'files'
  | 'secret'
  | 'fields'
  | 'booking'
