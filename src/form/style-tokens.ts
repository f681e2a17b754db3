/** What the look of a form is made of: typed tokens, never free CSS. `../../schemas/style.schema.json` has their shapes. */
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
import { childOf, isKeyed } from './value.ts'

export type { FontName, StyleFile } from './generated/style.ts'

type Fixed<Value> = Value extends object ? { readonly [Key in keyof Value]: Fixed<Value[Key]> } : Value

/** The six colours of a look, as `#rrggbb` in lower case. */
export type Colors = Fixed<Required<StyleColors>>

/** A font: the name of one that systems have, or a file with the name of its stand-in. */
export type Font = Fixed<FontName | FontFile>

/** The tokens that a component type may set for itself. */
export type ComponentStyle = Fixed<ComponentTokens>

/** The look of a form, whole. A file in it is the SHA-256 of its bytes (`style-files.ts`). A form keeps a copy of that of its source form. */
export type Style = Fixed<
  Omit<StyleFile, 'colors' | 'dark' | 'font' | 'radius' | 'layout' | 'components'>
> & {
  readonly colors: Colors
  /** Absent: a light look gets a dark one (`darkLook`). */
  readonly dark?: false | Partial<Colors>
  readonly font: Font
  readonly radius: number
  readonly layout: Fixed<Required<Omit<StyleLayout, 'logo'>> & Pick<StyleLayout, 'logo'>>
  /** By component type, over the base tokens. */
  readonly components: Readonly<Record<string, ComponentStyle>>
}

/** What a form has whose style says nothing. Every pair of colours meets WCAG AA. */
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
  const { radius = defaultStyle.radius } = fitting<StyleFile>(
    { radius: childOf(source, 'radius') },
    validateStyleFile,
  )
  return {
    colors: { ...defaultStyle.colors, ...colors },
    ...(dark === false || isOld ? { dark: false } : isKeyed(dark) && { dark: colorsIn(dark) }),
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

/** The members of an object that its schema takes, each for itself. */
const fitting = <Shape>(source: unknown, validate: Validate): Partial<Shape> =>
  // The validator has just proved it, member by member.
  Object.fromEntries(
    entriesOf(source).filter(([name, value]) => value !== undefined && validate({ [name]: value })),
  ) as Partial<Shape>

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isKeyed(value) ? Object.entries(value) : []

const colorsIn = (source: unknown): Partial<Colors> =>
  inLowerCase(fitting<Colors>(source, validateStyleColors))

function componentIn(source: unknown): ComponentStyle {
  const { radius, ...colors } = fitting<ComponentStyle>(source, validateComponentStyle)
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
  const { gradient, angle, image, overlay, opacity } = fitting<StyleBackground>(
    source,
    validateStyleBackground,
  )
  if (image !== undefined && isFileHash(image))
    return { image, ...maybe('overlay', overlay?.toLowerCase()), ...maybe('opacity', opacity) }
  return gradient && { gradient: gradient.map((color) => color.toLowerCase()), ...maybe('angle', angle) }
}

function layoutIn(source: unknown): Partial<Style['layout']> {
  const { logo, ...words } = fitting<StyleLayout>(source, validateStyleLayout)
  return { ...words, ...(validateLogo(logo) && logo && isFileHash(logo.image) && { logo }) }
}

/** An object with that member, if there is a value for it. */
const maybe = <Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } =>
  // Only this name is set.
  (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value }
