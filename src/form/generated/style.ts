/* Generated from schemas/style.schema.json by npm run generate. */

/**
 * A font that each system has in a version of its own.
 *
 */
export type FontName =
  | 'system'
  | 'serif'
  | 'transitional'
  | 'didone'
  | 'slab'
  | 'humanist'
  | 'classical'
  | 'geometric'
  | 'grotesque'
  | 'industrial'
  | 'rounded'
  | 'handwritten'
  | 'mono'

/**
 * The look of a form. What is left out is as in the plain look.
 */
export interface StyleFile {
  colors?: StyleColors
  /**
   * The colours where the browser prefers a dark page; false: there is no dark look. Colours that are left out are derived from the others.
   */
  dark?: false | StyleColors
  /**
   * The font of all texts: a name, or a file with the name of the font that stands in for it.
   */
  font?: FontName | FontFile
  /**
   * The font of headings: a name, or a file with the name of the font that stands in for it. Left out: that of all texts.
   */
  headingFont?: FontName | FontFile
  /**
   * The radius of corners in px; 999 makes round ends.
   */
  radius?: number
  background?: StyleBackground
  layout?: StyleLayout
  /**
   * Colours and corners of single component types, by the name of the type.
   */
  components?: {
    [k: string]: ComponentStyle
  }
}
/**
 * The colours, each as "#rrggbb".
 *
 */
export interface StyleColors {
  /**
   * Behind the questions.
   */
  background?: string
  /**
   * Of texts.
   */
  text?: string
  /**
   * Of buttons, links and what is chosen.
   */
  accent?: string
  /**
   * Of texts on the accent.
   */
  accentText?: string
  /**
   * Of the edges of fields.
   */
  border?: string
  /**
   * Of what is said about a wrong answer.
   */
  error?: string
}
/**
 * A font of your own.
 *
 */
export interface FontFile {
  /**
   * The path of a WOFF2 file, from the folder of the style file; at most 200 KB. In a form: the SHA-256 of its bytes.
   */
  file: string
  fallback: FontName
}
/**
 * What lies behind the card: a gradient or a picture.
 *
 */
export interface StyleBackground {
  /**
   * The two colours of a gradient.
   *
   * @minItems 2
   * @maxItems 2
   */
  gradient?: string[]
  /**
   * The direction of the gradient in degrees; 0 is up, 90 to the right. Left out: 180.
   */
  angle?: number
  /**
   * The path of a PNG, JPEG or WebP file, from the folder of the style file; at most 1 MB. In a form: the SHA-256 of its bytes.
   */
  image?: string
  /**
   * A colour over the picture. Left out: that of the background.
   */
  overlay?: string
  /**
   * How much the overlay covers: 0 nothing, 1 all. Left out: 0.
   */
  opacity?: number
}
/**
 * How a page is laid out.
 *
 */
export interface StyleLayout {
  /**
   * Where headings and buttons stand.
   */
  align?: 'left' | 'center'
  /**
   * How wide the questions are at most.
   */
  width?: 'narrow' | 'medium' | 'wide'
  /**
   * How much space is between them.
   */
  density?: 'compact' | 'comfortable' | 'spacious'
  /**
   * Whether the questions lie on a card, or on the page itself.
   */
  frame?: 'card' | 'page'
  /**
   * Whether a page shows all questions of a step, or one at a time.
   */
  questions?: 'step' | 'one'
  /**
   * How the page says how far people are.
   */
  progress?: 'bar' | 'steps' | 'none'
  logo?: Logo
}
/**
 * A picture above each page.
 *
 */
export interface Logo {
  /**
   * The path of a PNG, JPEG or WebP file, from the folder of the style file; at most 1 MB. In a form: the SHA-256 of its bytes.
   */
  image: string
  /**
   * What the picture says, for people who do not see it.
   */
  alt: string
}
/**
 * What one component type has for itself.
 *
 */
export interface ComponentStyle {
  /**
   * Behind it.
   */
  background?: string
  /**
   * Of the edges of its fields.
   */
  border?: string
  /**
   * Of its button or of what is chosen.
   */
  accent?: string
  /**
   * Of texts on its accent.
   */
  accentText?: string
  /**
   * The radius of its corners in px.
   */
  radius?: number
}
