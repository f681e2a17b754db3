import type { ComponentStyle, Style } from '../../form/form.ts'
import { resolveStyle } from './resolve-style.ts'

/** A style as custom properties that the stylesheet draws from. Tokens are resolved again, so none can hold CSS. */
export function styleCss(style: Style): string {
  const { colors, font, radius, layout, components } = resolveStyle(style)
  const dark = isDark(colors.background)
  const base = [
    `color-scheme:${dark ? 'dark' : 'light'}`,
    // What surrounds the form is darker than it, on either ground.
    `--around:color-mix(in srgb,#000 ${dark ? 35 : 5}%,${colors.background})`,
    `--background:${colors.background}`,
    `--text:${colors.text}`,
    `--accent:${colors.accent}`,
    `--accent-text:${colors.accentText}`,
    `--border:${colors.border}`,
    `--error:${colors.error}`,
    `--font:${fontStacks[font]}`,
    `--radius:${radius}px`,
    `--align:${layout}`,
  ]
  const ofTypes = Object.entries(components).map(([type, tokens]) =>
    rule(`.${type}`, componentTokens(tokens)),
  )
  return [rule(':root', base), ...ofTypes].join('')
}

const fontStacks: Readonly<Record<Style['font'], string>> = {
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif',
  serif: '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif',
  mono: 'ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace',
  rounded: 'ui-rounded,"SF Pro Rounded",Nunito,Quicksand,"Varela Round",system-ui,sans-serif',
}

const componentTokens = ({ accent, accentText, radius }: ComponentStyle): readonly string[] => [
  ...(accent === undefined ? [] : [`--accent:${accent}`]),
  ...(accentText === undefined ? [] : [`--accent-text:${accentText}`]),
  ...(radius === undefined ? [] : [`--radius:${radius}px`]),
]

const rule = (selector: string, declarations: readonly string[]): string =>
  declarations.length === 0 ? '' : `${selector}{${declarations.join(';')}}`

/** Whether native controls should be drawn light on dark: the colour's luma is in the lower half. */
function isDark(color: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0) < 128
}
