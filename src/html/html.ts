const markup = Symbol('markup')
const pairs = Symbol('attributes')

/** Markup that is safe to send; only `html`, `styleElement` and `scriptElement` make it. */
export type Html = { readonly [markup]: string }

/** Attributes of one element; only `attributes` makes them. */
export type Attributes = { readonly [pairs]: string }

type Interpolation = Html | Attributes | string | number | undefined | false | readonly Html[]

/**
 * A template that escapes its interpolations. An interpolation may be text (between tags or in a quoted attribute), markup (between tags) or
 * attributes (inside a tag). Any other place is a defect, and throws.
 */
export function html(strings: TemplateStringsArray, ...interpolations: readonly Interpolation[]): Html {
  const { texts, contexts } = templateOf(strings)
  const filled = interpolations.map(
    (interpolation, i) => fill(interpolation, contexts[i] ?? 'text') + (texts[i + 1] ?? ''),
  )
  return { [markup]: (texts[0] ?? '') + filled.join('') }
}

export const nothing: Html = { [markup]: '' }

/** The text of the markup. */
export const textOf = (safe: Html): string => safe[markup]

type AttributeValue = string | number | boolean | undefined

/** The attributes with these values: true writes the bare name, false and undefined leave it out. */
export function attributes(values: Readonly<Record<string, AttributeValue>>): Attributes {
  const written = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    if (value === true) return [name]
    if (urlAttributes.has(name) && !isSafeUrl(String(value))) throw unsafeTemplate(`an unsafe URL in ${name}`)
    return [`${name}="${escape(String(value))}"`]
  })
  return { [pairs]: written.join(' ') }
}

/** A field that people do not see, or nothing where there is no value. */
export const hiddenInput = (name: string, value: string | number | undefined): Html =>
  value === undefined ? nothing : html`<input ${attributes({ type: 'hidden', name, value })} />`

/** A style element with this CSS, which must be our own. */
export function styleElement(css: string): Html {
  if (css.includes('<')) throw unsafeTemplate('a < in CSS')
  return { [markup]: `<style>${css}</style>` }
}

/** A script element with this text, which must be our own. */
export function scriptElement(script: string): Html {
  if (/<\/script|<!--/i.test(script)) throw unsafeTemplate('an end tag in a script')
  return { [markup]: `<script>${script}</script>` }
}

const urlAttributes = new Set(['href', 'src', 'action'])

/** Addresses of the web and of mail, and paths and fragments of our own. */
const isSafeUrl = (url: string): boolean => /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(url)

type Context = 'text' | 'tag' | 'quoted'
type Template = { readonly texts: readonly string[]; readonly contexts: readonly Context[] }

// Each template is read once; the array of its strings is the same object in every call.
const templates = new WeakMap<TemplateStringsArray, Template>()

function templateOf(strings: TemplateStringsArray): Template {
  const known = templates.get(strings)
  if (known) return known
  const contexts: Context[] = []
  let before = ''
  for (const string of strings.slice(0, -1)) {
    before += string
    contexts.push(contextAfter(before))
  }
  // Indentation is for the reader of this code, not of the page.
  const template = { texts: strings.map((string) => string.replaceAll(/\n\s*/g, '\n')), contexts }
  templates.set(strings, template)
  return template
}

function contextAfter(source: string): Context {
  let context: Context = 'text'
  for (const char of source) {
    if (context === 'text') context = char === '<' ? 'tag' : 'text'
    else if (context === 'quoted') context = char === '"' ? 'tag' : 'quoted'
    else if (char === '"') context = 'quoted'
    else if (char === '>') context = 'text'
    else if (char === "'") throw unsafeTemplate('an attribute in single quotes')
  }
  const last = (text: string): number => source.toLowerCase().lastIndexOf(text)
  if (last('<script') > last('</script') || last('<style') > last('</style') || last('<!--') !== -1)
    throw unsafeTemplate('an interpolation in a script, style or comment')
  if (context === 'tag' && /[=<]\s*$/.test(source))
    throw unsafeTemplate('an interpolation where a name or bare value stands')
  if (/\b(href|src|action|srcdoc|style|on\w+)="[^"]*$/i.test(source))
    throw unsafeTemplate('an interpolation that needs attributes()')
  return context
}

function fill(interpolation: Interpolation, context: Context): string {
  if (interpolation === undefined || interpolation === false) return ''
  if (typeof interpolation === 'string' || typeof interpolation === 'number') {
    if (context === 'tag') throw unsafeTemplate('text inside a tag')
    return escape(String(interpolation))
  }
  if (pairs in interpolation) {
    if (context !== 'tag') throw unsafeTemplate('attributes outside a tag')
    return interpolation[pairs]
  }
  if (context !== 'text') throw unsafeTemplate('markup inside a tag')
  return markup in interpolation ? interpolation[markup] : interpolation.map(textOf).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? char)

const unsafeTemplate = (what: string): Error => new Error(`This template is not safe: ${what}.`)
