import type { Finding, Fix, Severity } from '../finding.ts'
import { type Path, isObject, type JsonObject, pathText, type ShapeError, childOf } from '../value.ts'
import type { Nearest } from '../words.ts'
import * as generated from '../generated/validate-form.js'
import { innerOf, type Layer } from '../repair/layers.ts'
import { mend, type MendedForm } from '../repair/mend.ts'
import { typeToCheckAs, typeWordOf } from '../repair/tool-words.ts'
import { componentTypes, isDisplayOnly } from '../components.ts'
import { isTypeName, type TypeName } from '../schema.ts'

/** One place that breaks a rule, the arguments of its sentences, and a fix if there is one. */
export type Violation<Args, Mends extends Fix | undefined = undefined> = {
  readonly path: Path
  readonly marks: 'key' | 'value'
  readonly args: Args
  readonly fix?: Mends | undefined
  /** Whether it depends on a guessed component type; absent: if its path does. */
  readonly isGuessed?: boolean
}

/** A rule of forms: finds violations, and words them. */
type Rule<Args> = {
  readonly code: string
  readonly severity: Severity
  /** Whether our server refuses the form; absent: if it is an error. */
  readonly isRefused?: boolean
  /** Whether it is an error where the component types of the service are known, and a warning elsewhere. */
  readonly isErrorWhenTypesKnown?: true
  readonly sentence: (args: Args) => string
  readonly help: (args: Args) => string | undefined
} & (Checks<Args> | MendingChecks<Args>)

type Checks<Args> = {
  readonly hasFix?: never
  /** Every violation in a form of any shape. */
  readonly check: (view: View) => Iterable<Violation<Args>>
}

/** A rule that can give fixes declares it, for the table of codes. */
type MendingChecks<Args> = {
  readonly hasFix: true
  readonly check: (view: View) => Iterable<Violation<Args, Fix>>
}

/** An entry in the table of rules: a rule that words its own findings. */
export type FormRule = Pick<Rule<never>, 'code' | 'severity' | 'isErrorWhenTypesKnown'> & {
  readonly isRefused: boolean
  readonly hasFix: boolean
  readonly findings: (view: View) => Iterable<Finding>
}

/** The fix that writes the word that was meant in place of the value at `path`; undefined where it is not certain. */
export const replaceBy = (path: Path, near: Nearest | undefined): Fix | undefined =>
  near?.isCertain ? { kind: 'replace-value', path, to: near.word } : undefined

export function defineRule<Args>(rule: Rule<Args>): FormRule {
  const { code, severity, isErrorWhenTypesKnown, hasFix = false, isRefused = severity === 'error' } = rule
  return {
    code,
    severity,
    isRefused,
    ...(isErrorWhenTypesKnown && { isErrorWhenTypesKnown }),
    hasFix,
    findings: (view) => findingsOf({ ...rule, isRefused }, view),
  }
}

function* findingsOf<Args>(
  rule: Rule<Args> & { readonly isRefused: boolean },
  view: View,
): Iterable<Finding> {
  for (const { path, marks, args, fix, isGuessed = view.isGuessed(path) } of rule.check(view)) {
    const help = rule.help(args)
    const place = view.authorPath(path)
    const severity = rule.isErrorWhenTypesKnown && view.target?.types ? 'error' : rule.severity
    yield {
      code: rule.code,
      // The service may know the unknown type, so what is found in its content must not stop the form.
      severity: isGuessed && severity === 'error' ? 'warning' : severity,
      isRefused: rule.isRefused,
      path: place,
      marks,
      message: rule.sentence(args),
      ...(help === undefined ? {} : { help }),
      ...(fix === undefined ? {} : { fix: placedFix(fix, view) }),
    }
  }
}

function placedFix(fix: Fix, { authorPath }: View): Fix {
  const path = authorPath(fix.path)
  return fix.kind === 'move' ? { ...fix, path, into: authorPath(fix.into) } : { ...fix, path }
}

/** One object of the form: its layer, its path and its value. */
export type Part = { readonly layer: Layer; readonly path: Path; readonly value: JsonObject }

/** An error of a validator, and where it is in the form. */
type SchemaFault = {
  /** The value at fault, or the object with a missing or unknown key. */
  readonly path: Path
  readonly params: ShapeError['params']
  /** The innermost object around the fault; absent if the form itself is not an object. */
  readonly owner: Part | undefined
}

/** How a value is written in the author's text, such as `1.50` for 1.5; undefined if there is no such text. */
export type WrittenText = (path: Path) => string | undefined

/** The service that the form is for; undefined if it is not known. */
export type Target =
  | {
      /** Its base URL. */
      readonly address: string
      /** Its component types; undefined where they are not known. */
      readonly types?: readonly string[] | undefined
      /** What it announces beyond the contract, by names of `extensions` in `wire/wire.ts`. Undefined: assume every extension. */
      readonly extensions?: readonly string[]
      /** Whether it announces nothing, not even its component types, so that it may take only what the contract has. */
      readonly announcesNothing?: boolean
    }
  | undefined

/** A form of any shape as the rules see it: its objects in order, and the errors of the validators. */
export type View = Pick<MendedForm, 'misspellings' | 'misplacements' | 'authorPath'> & {
  /** With misspelt and misplaced keys put right. */
  readonly form: unknown
  readonly parts: readonly Part[]
  /** The validators' errors under a keyword, on demand. */
  readonly faultsOf: (keyword: string) => Iterable<SchemaFault>
  readonly written: WrittenText
  readonly target: Target
  /** Whether a path lies in a content of unknown type, which is checked as the type that was probably meant. */
  readonly isGuessed: (path: Path) => boolean
}

export type ViewOptions = { readonly layer: Layer; readonly written: WrittenText; readonly target: Target }

/** Views a value as a form. `layer` says whether it is a spec or the body of generate. */
export function viewOf(value: unknown, { layer, written, target }: ViewOptions): View {
  const { form, misspellings, misplacements, authorPath } = mend(value, layer)
  const parts: Part[] = []
  if (isObject(form)) addParts({ layer, path: [], value: form }, parts)
  const guessed = new Set(parts.filter((part) => part.layer.isGuessed).map(({ path }) => pathText(path)))
  return {
    form,
    misspellings,
    misplacements,
    authorPath,
    parts,
    faultsOf: faultsIn(form, parts),
    written: (path) => written(authorPath(path)),
    target,
    isGuessed: (path) => guessed.size > 0 && path.some((_, i) => guessed.has(pathText(path.slice(0, i + 1)))),
  }
}

function addParts(part: Part, parts: Part[]): void {
  parts.push(part)
  for (const inner of partsInside(part)) addParts(inner, parts)
}

/**
 * Finds the errors of the validators by keyword: of the form around the contents, then of each content against its own type only, so
 * that one mistake gives one fault.
 */
function faultsIn(form: unknown, parts: readonly Part[]): View['faultsOf'] {
  const errors: { readonly error: ShapeError; readonly content?: Part }[] = errorsOf(
    generated.validateForm,
    form,
  ).map((error) => ({ error }))
  const [root] = parts
  if (root?.layer.required.includes('sourceFormId') && !Object.hasOwn(root.value, 'sourceFormId'))
    errors.push({ error: sourceMissing })
  for (const content of parts) {
    const { type } = content.layer
    if (type === undefined) continue
    // Each branch of an anyOf gives an error, too; that of the anyOf itself is enough.
    for (const error of errorsOf(validatorOf(type), content.value))
      if (!/\/anyOf\/\d/.test(error.schemaPath)) errors.push({ error, content })
  }
  const byKeyword = Map.groupBy(errors, ({ error }) => error.keyword)
  let owners: ReadonlyMap<string, Part> | undefined
  return function* (keyword) {
    for (const { error, content } of byKeyword.get(keyword) ?? []) {
      owners ??= new Map(parts.map((part) => [pointerOf(part.path), part]))
      const pointer = (content ? pointerOf(content.path) : '') + error.instancePath
      let holder = pointer
      while (holder !== '' && !owners.has(holder)) holder = holder.slice(0, holder.lastIndexOf('/'))
      const path = pointer
        .split('/')
        .slice(1)
        .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
      yield { path, params: error.params, owner: owners.get(holder) }
    }
  }
}

// `sourceFormId` may come from the command line, so the schema does not require it.
const sourceMissing: ShapeError = {
  keyword: 'required',
  instancePath: '',
  schemaPath: '',
  params: { missingProperty: 'sourceFormId' },
}

type Validate = { (value: unknown): boolean; errors?: readonly ShapeError[] | null }

/** The validator of a type's content. */
// oxlint-disable-next-line import/namespace -- the compiler checks that each name is there
const validatorOf = (type: TypeName): Validate => generated[`validate${type}`]

const errorsOf = (validate: Validate, value: unknown): readonly ShapeError[] =>
  validate(value) ? [] : (validate.errors ?? [])

// A pointer here holds only keys of the schema and indexes, so nothing is escaped.
const pointerOf = (path: Path): string => path.map((part) => `/${part}`).join('')

/** The contents of some component types, in order. */
export const contentsOf = ({ parts }: View, types: readonly TypeName[]): readonly Part[] =>
  parts.filter(({ layer }) => layer.type !== undefined && types.includes(layer.type))

/** The objects directly inside another, with their paths in the form. */
export const partsInside = ({ path, value, layer }: Part): readonly Part[] =>
  [...innerOf(value, layer)].map((inner) => ({
    layer: inner.layer,
    value: inner.value,
    path: [...path, ...inner.at],
  }))

/** The text under a key of an object, or undefined. */
export function textIn({ value }: Pick<Part, 'value'>, key: string): string | undefined {
  const text = childOf(value, key)
  return typeof text === 'string' ? text : undefined
}

/** The key of a component that has one; undefined for everything else. */
export const keyOf = (part: Part): string | undefined =>
  part.layer.kind === 'component' ? textIn(part, 'key') : undefined

/** The list under a key of an object, or undefined. */
export function listIn({ value }: Pick<Part, 'value'>, key: string): readonly unknown[] | undefined {
  const list = childOf(value, key)
  return Array.isArray(list) ? list : undefined
}

/** All option lists of a content: options, choices, rows and columns. */
export const optionListsIn = (part: Part): readonly { path: Path; options: readonly unknown[] }[] =>
  ['options', 'choices', 'rows', 'columns']
    .filter((key) => part.layer.keys.includes(key))
    .map((key) => ({ path: [...part.path, key], options: listIn(part, key) ?? [] }))

/** A step, for rules about the order of steps. */
type StepPart = Part & {
  readonly index: number
  readonly isLast: boolean
  /** Whether it ends the form for some people: it asks nothing, and has a condition or a redirect. */
  readonly isEnding: boolean
  /** The type of each component; undefined for unknown types. */
  readonly types: readonly (TypeName | undefined)[]
}

/** The steps of a form, in order. Values that are not objects are skipped. */
export function stepsIn({ form, parts }: View): readonly StepPart[] {
  const steps = childOf(form, 'steps')
  const last = Array.isArray(steps) ? steps.length - 1 : -1
  return parts
    .filter(({ layer }) => layer.kind === 'step')
    .map(({ layer, path, value }) => {
      const index = Number(path[1])
      const types = (listIn({ value }, 'components') ?? []).map((component) => {
        const type = childOf(component, 'type')
        if (isTypeName(type)) return type
        const meant = typeToCheckAs(isObject(component) && typeWordOf(component))
        return meant && !componentTypes[meant].isButton ? meant : undefined
      })
      const isConditional = Object.hasOwn(value, 'visibleIf') || Object.hasOwn(value, 'redirect')
      const isEnding = isConditional && types.every(isDisplayOnly)
      return { layer, path, value, index, isLast: index === last, isEnding, types }
    })
}
