import type {
  ComponentStyle as ComponentTokens,
  FontFile,
  FontName,
  StyleBackground,
  StyleColors,
  StyleFile,
  StyleLayout,
} from './generated/style.ts'
import {
  validateComponentStyle,
  validateFontFile,
  validateFontName,
  validateLogo,
  validateStyleBackground,
  validateStyleColors,
  validateStyleFile,
  validateStyleLayout,
} from './generated/validate-style.js'
import { isTypeName } from './schema.ts'
import {
  childOf,
  isObject,
  pathOfPointer,
  pathText,
  valueAt,
  type DeepReadonly,
  type Path,
  type ShapeError,
} from './value.ts'
import styleSchema from '../../schemas/style.schema.json' with { type: 'json' }
import { nearest } from './words.ts'

/** What the look of a form is made of: typed tokens, never free CSS. `../../schemas/style.schema.json` has their shapes. */

export type { FontName, StyleFile } from './generated/style.ts'

/** The six colours of a look, as `#rrggbb` in lower case. */
export type Colors = DeepReadonly<Required<StyleColors>>

/** A font: the name of one that systems have, or a file with the name of its stand-in. */
export type Font = DeepReadonly<FontName | FontFile>

/** The tokens that a component type may set for itself. */
export type ComponentStyle = DeepReadonly<ComponentTokens>

/** The look of a form, whole. A file in it is the SHA-256 of its bytes (`server/style.ts`). A form keeps a copy of that of its source form. */
export type Style = DeepReadonly<
  Omit<StyleFile, 'colors' | 'dark' | 'font' | 'radius' | 'layout' | 'components'>
> & {
  readonly colors: Colors
  /** Absent: a light look gets a dark one (`darkLook`). */
  readonly dark?: false | Partial<Colors>
  readonly font: Font
  readonly radius: number
  readonly layout: DeepReadonly<Required<Omit<StyleLayout, 'logo'>> & Pick<StyleLayout, 'logo'>>
  /** By component type, over the base tokens. */
  readonly components: Readonly<Record<string, ComponentStyle>>
}

/** The style of a form that sets nothing. Every pair of colours meets WCAG AA. */
export const defaultStyle = {
  colors: {
    background: '#ffffff',
    text: '#1b1f24',
    accent: '#2450c8',
    accentText: '#ffffff',
    border: '#858c97',
    error: '#b3261e',
  },
  font: 'system',
  radius: 8,
  layout: {
    align: 'left',
    width: 'medium',
    density: 'comfortable',
    frame: 'card',
    questions: 'step',
    progress: 'bar',
  },
  components: {},
} as const satisfies Style

/**
 * A complete style. A token that is missing or not valid gets its default, so the result holds nothing but tokens. Reads the
 * styles of older versions, too: their `layout` is a word, and their look stays as it was, without a dark one.
 */
export function resolveStyle(source: unknown): Style {
  const layout = childOf(source, 'layout')
  const isOld = typeof layout === 'string' && validateStyleLayout({ align: layout })
  const colors = colorsIn(childOf(source, 'colors'))
  const dark = childOf(source, 'dark')
  const { radius = defaultStyle.radius } = validMembers<StyleFile>(
    { radius: childOf(source, 'radius') },
    validateStyleFile,
  )
  return {
    colors: { ...defaultStyle.colors, ...colors },
    ...(dark === false || isOld ? { dark: false } : isObject(dark) && { dark: colorsIn(dark) }),
    font: fontIn(childOf(source, 'font')) ?? defaultStyle.font,
    ...maybe('headingFont', fontIn(childOf(source, 'headingFont'))),
    radius: Math.round(radius),
    ...maybe('background', backgroundIn(childOf(source, 'background'))),
    layout: { ...defaultStyle.layout, ...layoutIn(isOld ? { align: layout } : layout) },
    components: Object.fromEntries(
      entriesOf(childOf(source, 'components'))
        .filter(([type]) => isTypeName(type))
        .map(([type, style]) => [type, componentIn(style)]),
    ),
  }
}

/** Whether it can name a file that the service keeps. */
export const isFileHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** The hashes of the files of a style. */
export const filesOf = ({
  font,
  headingFont,
  background,
  layout,
}: Style): { readonly fonts: readonly string[]; readonly pictures: readonly string[] } => ({
  fonts: [font, headingFont].flatMap((one) => (typeof one === 'object' ? one.file : [])),
  pictures: [background?.image, layout.logo?.image].flatMap((image) => image ?? []),
})

type Validate = (value: unknown) => boolean

/** The members of an object that are valid, each by itself. */
const validMembers = <Shape>(source: unknown, validate: Validate): Partial<Shape> =>
  // The validator has just proved it, member by member.
  Object.fromEntries(
    entriesOf(source).filter(([name, value]) => value !== undefined && validate({ [name]: value })),
  ) as Partial<Shape>

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : []

const colorsIn = (source: unknown): Partial<Colors> =>
  inLowerCase(validMembers<Colors>(source, validateStyleColors))

function componentIn(source: unknown): ComponentStyle {
  const { radius, ...colors } = validMembers<ComponentStyle>(source, validateComponentStyle)
  return { ...inLowerCase(colors), ...maybe('radius', radius && Math.round(radius)) }
}

const inLowerCase = <Tokens extends Readonly<Record<string, string>>>(tokens: Tokens): Tokens =>
  // The same names.
  Object.fromEntries(Object.entries(tokens).map(([name, color]) => [name, color.toLowerCase()])) as Tokens

function fontIn(source: unknown): Font | undefined {
  const isName = validateFontName(source)
  const isFile = validateFontFile(source) && isFileHash(String(childOf(source, 'file')))
  // One of the validators has just proved it.
  return isName || isFile ? (source as Font) : undefined
}

function backgroundIn(source: unknown): Style['background'] {
  const { gradient, angle, image, overlay, opacity } = validMembers<StyleBackground>(
    source,
    validateStyleBackground,
  )
  if (image !== undefined && isFileHash(image))
    return { image, ...maybe('overlay', overlay?.toLowerCase()), ...maybe('opacity', opacity) }
  return gradient && { gradient: gradient.map((color) => color.toLowerCase()), ...maybe('angle', angle) }
}

function layoutIn(source: unknown): Partial<Style['layout']> {
  const { logo, ...words } = validMembers<StyleLayout>(source, validateStyleLayout)
  return { ...words, ...(validateLogo(logo) && logo && isFileHash(logo.image) && { logo }) }
}

/** An object with that member, if there is a value for it. */
const maybe = <Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } =>
  // Only this name is set.
  (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value }

/** What is wrong in a style file, and where. */
type StyleFault = {
  readonly path: Path
  readonly marks: 'key' | 'value'
  /** Names the path. */
  readonly sentence: string
}

/** Everything that breaks the schema of a style file, one fault at each place. */
export function styleFaults(value: unknown): readonly StyleFault[] {
  if (validateStyleFile(value)) return []
  const errors = validateStyleFile.errors ?? []
  const unions = new Set(errors.flatMap((error) => (error.keyword === 'oneOf' ? error.instancePath : [])))
  const faults = errors.flatMap((error) => {
    const path = pathOfPointer(value, error.instancePath)
    return isReported(error, unions, valueAt(value, path)) ? faultOf(error, path) : []
  })
  return [...new Map(faults.map((fault) => [JSON.stringify(fault.path), fault])).values()]
}

/** Whether to report an error: where a value may have two shapes, the validator gives errors for both. */
function isReported(
  { keyword, instancePath, schemaPath }: ShapeError,
  unions: ReadonlySet<string>,
  value: unknown,
): boolean {
  if (schemaPath.includes('/propertyNames/')) return false
  if (!unions.has(instancePath)) return true
  return isObject(value) ? !['oneOf', 'type', 'enum'].includes(keyword) : keyword === 'oneOf'
}

function faultOf(error: ShapeError, path: Path): StyleFault {
  const { keyword, params } = error
  if (keyword === 'additionalProperties' || keyword === 'propertyNames') {
    const key = String(params['additionalProperty'] ?? params['propertyName'])
    return { path: [...path, key], marks: 'key', sentence: unknownMember([...path, key]) }
  }
  const name = path.length === 0 ? 'The style' : pathText(path)
  return { path, marks: 'value', sentence: `${name} ${problemWith(error, path)}.` }
}

function unknownMember(path: Path): string {
  const key = String(path.at(-1))
  const { keys, name } = membersAt(path.slice(0, -1))
  const meant = nearest(key, keys)?.word
  const help = meant === undefined ? `There is ${keys.join(', ')}.` : `Did you mean ${meant}?`
  return `${pathText(path).slice(0, 80)} is not a member of ${name}. ${help}`
}

const { definitions, properties } = styleSchema

/** The names that an object may have, from the schema. */
function membersAt(path: Path): { readonly keys: readonly string[]; readonly name: string } {
  const [first, second] = path
  const name = path.length === 0 ? 'a style' : pathText(path)
  if (first === undefined) return { keys: Object.keys(properties), name }
  if (first === 'components' && second === undefined)
    return { keys: properties.components.propertyNames.enum, name }
  const definition = {
    colors: definitions.StyleColors,
    dark: definitions.StyleColors,
    font: definitions.FontFile,
    headingFont: definitions.FontFile,
    background: definitions.StyleBackground,
    layout: second === undefined ? definitions.StyleLayout : definitions.Logo,
    components: definitions.ComponentStyle,
  }[String(first)]
  return { keys: Object.keys(definition?.properties ?? {}), name }
}

const colour = 'is not a valid colour: write it as "#2450c8", with the quotes'
const colours = 'is not a list of two colours, such as ["#dbe7ff", "#fff1e0"]'

/** What is wrong, as the rest of a sentence that begins with the path. */
function problemWith({ keyword, params }: ShapeError, path: Path): string {
  const last = path.findLast((part) => typeof part === 'string') ?? ''
  if (keyword === 'oneOf')
    return last === 'dark'
      ? 'holds no colours: write them below it, or false for no dark look'
      : `is not a valid font: give one of ${definitions.FontName.enum.join(', ')}, or a file and its fallback`
  if (keyword === 'enum') return `can be ${(params['allowedValues'] as readonly string[]).join(', ')}`
  if (keyword === 'required') return `has no ${String(params['missingProperty'])}`
  if (keyword === 'minimum') return `is below ${String(params['limit'])}, the least it can be`
  if (keyword === 'maximum') return `is above ${String(params['limit'])}, the most it can be`
  if (keyword === 'minItems' || keyword === 'maxItems' || params['type'] === 'array') return colours
  if (params['type'] === 'object') return 'holds no members: write them below it as "name: value"'
  if (params['type'] === 'number') return 'is not a number'
  if (last === 'alt') return 'is not a text: put it in quotes'
  if (last === 'file' || last === 'image')
    return 'is not a file that comes with the style: give the path of one in its folder or below'
  return colour
}
