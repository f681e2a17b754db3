import { contentShapes } from './components/content-shapes.ts'
import { validateForm } from './generated/validate-form.js'
import { innerOf, type Layer } from './layers.ts'
import { mend, type Mended } from './mend.ts'
import type { Path } from './path.ts'
import type { ShapeError } from './shape-error.ts'
import { isKeyed, type Keyed } from './value.ts'

/** One object of the form: what it is, where, and what it holds. */
export type Part = { readonly layer: Layer; readonly path: Path; readonly value: Keyed }

/** What a validator says of one place. */
type Fault = {
  /** The value at fault; of a missing or unknown key, the object. */
  readonly path: Path
  readonly params: ShapeError['params']
  /** The innermost object on the way to the fault; absent when the form itself is none. */
  readonly owner: Part | undefined
}

/** How a value of a form is written in its author's text, `1.50` for 1.5; undefined where there is no such text. */
export type Written = (path: Path) => string | undefined

/** A form as the rules see it, whatever its shape: its objects in order, and what the validators say. */
export type View = Pick<Mended, 'misspellings' | 'misplacements' | 'authorPath'> & {
  /** With misspelt and misplaced keys put right. */
  readonly form: unknown
  readonly parts: readonly Part[]
  /** What the validators say under a keyword of theirs; worked out as far as it is asked for. */
  readonly faultsOf: (keyword: string) => Iterable<Fault>
  readonly written: Written
}

/** The view of a value as a form: as its author writes it, or as a body of generate. */
export function viewOf(value: unknown, { layer, written }: { layer: Layer; written: Written }): View {
  const { form, misspellings, misplacements, authorPath } = mend(value, layer)
  const parts: Part[] = []
  if (isKeyed(form)) addParts({ layer, path: [], value: form }, parts)
  return {
    form,
    misspellings,
    misplacements,
    authorPath,
    parts,
    faultsOf: faultsIn(form, parts),
    written: (path) => written(authorPath(path)),
  }
}

function addParts(part: Part, parts: Part[]): void {
  parts.push(part)
  for (const { at, value, layer } of innerOf(part.value, part.layer))
    addParts({ layer, value, path: [...part.path, ...at] }, parts)
}

/** What a validator says, and the content that it looked at; of the envelope none. */
type Said = { readonly error: ShapeError; readonly content?: Part }

// The envelope first, then each content against its own type only: so one mistake gives one fault.
function faultsIn(form: unknown, parts: readonly Part[]): View['faultsOf'] {
  const said: Said[] = errorsOf(validateForm, form).map((error) => ({ error }))
  const [root] = parts
  if (root?.layer.required.includes('sourceFormId') && !Object.hasOwn(root.value, 'sourceFormId'))
    said.push({ error: sourceMissing })
  for (const content of parts) {
    const { type } = content.layer
    if (type === undefined) continue
    // Each branch of an anyOf complains too; the anyOf itself says it for all.
    for (const error of errorsOf(contentShapes[type].validate, content.value))
      if (!/\/anyOf\/\d/.test(error.schemaPath)) said.push({ error, content })
  }
  const byKeyword = Map.groupBy(said, ({ error }) => error.keyword)
  const owners = ownersIn(parts)
  return function* (keyword) {
    for (const { error, content } of byKeyword.get(keyword) ?? [])
      yield faultOf(error, content ? pointerOf(content.path) : '', owners())
  }
}

// An author may leave it to the command line, so the schema of a form does not ask for it.
const sourceMissing: ShapeError = {
  keyword: 'required',
  instancePath: '',
  schemaPath: '',
  params: { missingProperty: 'sourceFormId' },
}

/** The objects of a form by their pointers; of a form without faults, nobody asks. */
function ownersIn(parts: readonly Part[]): () => ReadonlyMap<string, Part> {
  let owners: ReadonlyMap<string, Part> | undefined
  return () => (owners ??= new Map(parts.map((part) => [pointerOf(part.path), part])))
}

type Validate = { (value: unknown): boolean; errors?: readonly ShapeError[] | null }

const errorsOf = (validate: Validate, value: unknown): readonly ShapeError[] =>
  validate(value) ? [] : (validate.errors ?? [])

// A pointer of a form's validator holds only keys of the schema and indexes, so nothing in it is escaped.
const pointerOf = (path: Path): string => path.map((part) => `/${part}`).join('')

function faultOf(
  { instancePath, params }: ShapeError,
  base: string,
  owners: ReadonlyMap<string, Part>,
): Fault {
  const pointer = base + instancePath
  let holder = pointer
  while (holder !== '' && !owners.has(holder)) holder = holder.slice(0, holder.lastIndexOf('/'))
  const parts = pointer.split('/').slice(1)
  const path = parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  return { path, params, owner: owners.get(holder) }
}
