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
import { childOf, isObject, pathText, type DeepReadonly, type Path, type ShapeError } from './value.ts'
import styleSchema from '../../schemas/style.schema.json' with { type: 'json' }
import { shapeProblems, type ValueProblem } from './shape-problems.ts'

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

/** Everything that breaks the schema of a style file, one problem at each place. */
export const styleProblems = (value: unknown): readonly ValueProblem[] =>
  validateStyleFile(value) ? [] : shapeProblems(value, validateStyleFile.errors, ownSentence)

const { definitions } = styleSchema

const colour = 'is not a valid colour: write it as "#2450c8", with the quotes'
const colours = 'is not a list of two colours, such as ["#dbe7ff", "#fff1e0"]'
const font = `is not a valid font: give one of ${definitions.FontName.enum.join(', ')}, or a file and its fallback`

/** The sentence for a token that is no colour, font or file. */
function ownSentence({ keyword, params }: ShapeError, path: Path): string | undefined {
  const last = path.findLast((part) => typeof part === 'string') ?? ''
  const isText = keyword === 'pattern' || params['type'] === 'string'
  const problem =
    keyword === 'oneOf'
      ? last === 'dark'
        ? 'holds no colours: write them below it, or false for no dark look'
        : font
      : keyword === 'minItems' || keyword === 'maxItems' || params['type'] === 'array'
        ? colours
        : isText && (last === 'file' || last === 'image')
          ? 'is not a file that comes with the style: give the path of one in its folder or below'
          : isText && last !== 'alt'
            ? colour
            : undefined
  return problem && `${pathText(path)} ${problem}.`
}
