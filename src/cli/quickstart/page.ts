/** A form page as a visitor sees it: what stands in hidden, and what the labels name. */
export type Page = {
  readonly action: string
  readonly hidden: readonly (readonly [string, string])[]
  /** Label text to the control that it names. */
  readonly controls: ReadonlyMap<string, Control>
}

/** `value` is what a ticked box sends; other controls send what the visitor gives. */
type Control = { readonly name: string; readonly value?: string }

/** Reads one of our own pages; undefined when it has no form to fill in. */
export function readPage(html: string): Page | undefined {
  const [, own, inner] = /<form\b([^>]*)>([\s\S]*?)<\/form\s*>/.exec(html) ?? []
  if (own === undefined || inner === undefined) return undefined
  const inputs = [...inner.matchAll(controlTag)].map(([, rest = '']) => attributesOf(rest))
  const hidden = inputs.filter((input) => input.get('type') === 'hidden')
  return {
    action: attributesOf(own).get('action') ?? '',
    hidden: hidden.map((input) => [input.get('name') ?? '', input.get('value') ?? '']),
    controls: controlsOf(inner, inputs),
  }
}

type Attributes = ReadonlyMap<string, string>

const controlTag = /<(?:input|select|textarea)\b([^>]*)>/g

function controlsOf(html: string, inputs: readonly Attributes[]): Map<string, Control> {
  const byId = new Map(inputs.map((input) => [input.get('id'), input]))
  const controls = new Map<string, Control>()
  for (const [, rest = '', inner = ''] of html.matchAll(/<label\b([^>]*)>([\s\S]*?)<\/label\s*>/g)) {
    const [, nested] = [...inner.matchAll(controlTag)][0] ?? []
    const control = nested === undefined ? byId.get(attributesOf(rest).get('for')) : attributesOf(nested)
    const name = control?.get('name')
    if (name === undefined) continue
    const value = /^(checkbox|radio)$/.test(control?.get('type') ?? '') ? control?.get('value') : undefined
    controls.set(textOf(inner), { name, ...(value === undefined ? {} : { value }) })
  }
  return controls
}

const attributesOf = (rest: string): Attributes =>
  new Map(
    [...rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name,
      unescaped(value),
    ]),
  )

const textOf = (html: string): string => unescaped(html.replaceAll(/<[^>]*>/g, '').trim())

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
