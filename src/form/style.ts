/** A form's look as typed tokens, never free CSS. Whole once resolved; a source form keeps the resolved copy. */
export type Style = {
  /** Colours as `#rrggbb`. */
  readonly colors: {
    readonly background: string
    readonly text: string
    readonly accent: string
    readonly accentText: string
    readonly border: string
    readonly error: string
  }
  readonly font: 'system' | 'serif' | 'mono' | 'rounded'
  /** Corner radius in px. */
  readonly radius: number
  readonly layout: 'left' | 'center'
  /** Tokens of single component types, over the base ones. */
  readonly components: Readonly<Record<string, ComponentStyle>>
}

/** The tokens that a component type may set for itself. */
export type ComponentStyle = {
  readonly accent?: string
  readonly accentText?: string
  readonly radius?: number
}
