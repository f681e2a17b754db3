import { mostOfACode } from '../finding.ts'
import { cut, innerOf, type Layer } from './layers.ts'
import { isIdentityKey } from '../schema.ts'
import { type Path, childOf, isKeyed, type Keyed } from '../value.ts'
import { reshape, type Misplacement } from './reshape.ts'
import { keyMeant } from './synonyms.ts'

type Misspelling = {
  readonly path: Path
  readonly layer: Layer
  readonly written: string
  readonly meant: string
  readonly isCertain: boolean
  /** In an identity field of the old shape: the neighbouring keys to remove. */
  readonly gone?: readonly string[]
}

type Misplaced = { readonly path: Path; readonly misplaced: Misplacement }

/** A form with its keys corrected and in place, so that their values are checked in the same pass. */
export type Mended = {
  readonly form: unknown
  readonly misspellings: readonly Misspelling[]
  readonly misplacements: readonly Misplaced[]
  /** Turns a path of the mended form into the path in the author's form. */
  readonly authorPath: (path: Path) => Path
}

/** Corrects keys at a wrong level, and keys that look like a missing one. */
export function mend(form: unknown, layer: Layer): Mended {
  const isUntrusted = layer.isUntrusted === true
  const mending: Mending = { misspellings: [], misplacements: [], written: new Map(), isUntrusted }
  const mended = isKeyed(form) ? mendObject(form, { layer, path: [] }, mending) : form
  const { written } = mending
  const authorPath = (path: Path): Path => {
    if (written.size === 0) return path
    const parts: (string | number)[] = []
    let at = mended
    for (const part of path) {
      const own = isKeyed(at) ? written.get(at)?.(String(part)) : undefined
      if (own) parts.push(...own)
      else parts.push(part)
      at = childOf(at, part)
    }
    return parts
  }
  const { misspellings, misplacements } = mending
  return { form: mended, misspellings, misplacements, authorPath }
}

type Mending = {
  readonly isUntrusted: boolean
  readonly misspellings: Misspelling[]
  readonly misplacements: Misplaced[]
  /** For each mended object: where the author wrote the value of a key. */
  readonly written: Map<Keyed, WrittenAt>
}

type WrittenAt = (key: string) => Path

function mendObject(object: Keyed, { layer, path }: { layer: Layer; path: Path }, mending: Mending): Keyed {
  const reshaped = reshape(object, layer)
  if (reshaped) mending.misplacements.push({ path, misplaced: reshaped.misplaced })
  const value = reshaped?.value ?? object
  const shapedAt: WrittenAt = reshaped?.writtenAt ?? asItStands
  const found =
    mending.misspellings.length > mostMisspellings
      ? []
      : misspellingsIn(value, { layer, pathTo: (key) => [...path, ...shapedAt(key)] })
  mending.misspellings.push(...found)
  const whole = found.length === 0 ? value : rename(value, found)
  const renamed = mending.isUntrusted ? cut(whole, layer) : whole
  const writtenAt = found.length === 0 ? shapedAt : writtenAs(found, shapedAt)
  const changes = new Map<string, Map<string | number | undefined, Keyed>>()
  for (const { at, value: held, layer: heldLayer } of innerOf(renamed, layer)) {
    const [key, ...index] = at
    const place = { layer: heldLayer, path: [...path, ...writtenAt(String(key)), ...index] }
    const better = mendObject(held, place, mending)
    if (better === held) continue
    const inKey = changes.get(String(key)) ?? new Map<string | number | undefined, Keyed>()
    changes.set(String(key), inKey.set(at[1], better))
  }
  const mended = changes.size > 0 ? { ...renamed, ...replaced(renamed, changes) } : renamed
  if (reshaped || found.length > 0) mending.written.set(mended, writtenAt)
  return mended
}

const asItStands: WrittenAt = (key) => [key]

function writtenAs(found: readonly Misspelling[], shapedAt: WrittenAt): WrittenAt {
  const written = new Map(found.map((misspelling) => [misspelling.meant, misspelling.written]))
  return (key) => shapedAt(written.get(key) ?? key)
}

// No object of a form has twenty keys; a hostile one has a hundred thousand.
const mostUnknown = 1000

// Two codes share them, so one of the two exceeds its limit.
const mostMisspellings = 2 * mostOfACode

/** The new values under each key: by index, or under undefined if it holds no array. */
type Changes = ReadonlyMap<string, ReadonlyMap<string | number | undefined, Keyed>>

const replaced = (owner: Keyed, changes: Changes): Keyed =>
  Object.fromEntries(
    Array.from(changes, ([key, values]) => {
      const held = owner[key]
      return [
        key,
        Array.isArray(held) ? held.map((value: unknown, i) => values.get(i) ?? value) : values.get(undefined),
      ]
    }),
  )

function rename(value: Keyed, misspellings: readonly Misspelling[]): Keyed {
  const meant = new Map(misspellings.map((misspelling) => [misspelling.written, misspelling.meant]))
  const gone = new Set(misspellings.flatMap((misspelling) => misspelling.gone ?? []))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !gone.has(key))
      .map(([key, held]) => [meant.get(key) ?? key, held]),
  )
}

type Search = { readonly layer: Layer; readonly pathTo: (key: string) => Path }

function misspellingsIn(value: Keyed, { layer, pathTo }: Search): readonly Misspelling[] {
  const missing = missingIn(value, layer)
  if (missing.length === 0) return []
  const unknown = Object.keys(value)
    .filter((key) => !layer.keys.includes(key))
    .slice(0, mostUnknown)
  const found = new Map<string, Misspelling>()
  const old = layer.kind === 'field' && missing.includes('key') ? oldKeyOf(value) : undefined
  if (old) found.set('key', { path: pathTo(old.written), layer, meant: 'key', ...old })
  for (const written of unknown) {
    if (old && (written === old.written || old.gone.includes(written))) continue
    const isGroupFound = layer.oneOf.some((key) => found.has(key))
    const open = missing.filter((key) => !found.has(key) && !(isGroupFound && layer.oneOf.includes(key)))
    const guess = keyMeant(written, open)
    if (guess)
      found.set(guess.word, {
        path: pathTo(written),
        layer,
        written,
        meant: guess.word,
        isCertain: guess.isCertain,
      })
  }
  const last = lastPair(value, { layer, missing, unknown, found })
  if (last) found.set(last.meant, { ...last, path: pathTo(last.written), layer, isCertain: false })
  return [...found.values()]
}

type Unmatched = Pick<Search, 'layer'> & {
  readonly missing: readonly string[]
  readonly unknown: readonly string[]
  readonly found: ReadonlyMap<string, Misspelling>
}

/** The only unknown key with the only missing one, if its value fits that. */
function lastPair(
  value: Keyed,
  { layer, missing, unknown, found }: Unmatched,
): Pick<Misspelling, 'written' | 'meant'> | undefined {
  const pairs = [...found.values()]
  const [written, ...more] = unknown.filter((key) => pairs.every((pair) => pair.written !== key))
  const isGroupFound = layer.oneOf.some((key) => found.has(key))
  const [meant, ...others] = missing.filter(
    (key) => !found.has(key) && (layer.oneOf.includes(key) ? !isGroupFound && key === layer.oneOf[0] : true),
  )
  if (written === undefined || meant === undefined || more.length + others.length > 0) return undefined
  return holdsAs(meant, value[written]) ? { written, meant } : undefined
}

function holdsAs(key: string, held: unknown): boolean {
  if (key === 'dataUrl') return typeof held === 'string' && /^(https?:\/\/|www\.)/.test(held)
  if (key === 'content') return isKeyed(held)
  return ['steps', 'components', 'fields', 'options', 'choices'].includes(key) && Array.isArray(held)
}

function missingIn(value: Keyed, { required, oneOf }: Layer): readonly string[] {
  const missing = required.filter((key) => !Object.hasOwn(value, key))
  return oneOf.some((key) => Object.hasOwn(value, key)) ? missing : [...missing, ...oneOf]
}

/** Forms were once written with identity fields as `{type, name, label}`. */
function oldKeyOf(
  value: Keyed,
): (Pick<Misspelling, 'written' | 'isCertain'> & { gone: readonly string[] }) | undefined {
  const written = ['name', 'type']
    .filter((key) => Object.hasOwn(value, key))
    .toSorted((a, b) => Number(isIdentityKey(value[b])) - Number(isIdentityKey(value[a])))[0]
  if (written === undefined) return undefined
  const gone = ['type', 'name'].filter((key) => key !== written && Object.hasOwn(value, key))
  return { written, isCertain: isIdentityKey(value[written]), gone }
}
