/** An element of XML. */
export type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

type Open = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

/** Reads XML 1.0 in UTF-8, as far as our parts use it, and throws on anything that is not well-formed. */
export function parseXml(bytes: Uint8Array): Element {
  const xml = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const odd = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(xml)
  if (odd !== null) throw new Error(`U+${odd[0].codePointAt(0)?.toString(16)} at ${odd.index}`)
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  if (!xml.startsWith(head)) throw new Error('no head')
  const root: Open = { name: '', attributes: {}, children: [], text: '' }
  const open: Open[] = [root]
  const token = /<\/([\w:]+)>|<([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>|([^<]+)/gy
  token.lastIndex = head.length
  while (token.lastIndex < xml.length) {
    const before = token.lastIndex
    const [, closed, opened, attributes = '', empty, text] = token.exec(xml) ?? []
    const current = open.at(-1) ?? root
    if (closed !== undefined) {
      if (open.length < 2 || current.name !== closed) throw new Error(`</${closed}> at ${before}`)
      open.pop()
    } else if (opened !== undefined) {
      const element = { name: opened, attributes: attributesOf(attributes), children: [], text: '' }
      current.children.push(element)
      if (empty === '') open.push(element)
    } else if (text !== undefined && open.length > 1) current.text += unescaped(text)
    else throw new Error(`not XML at ${before}: ${xml.slice(before, before + 40)}`)
  }
  const [only] = root.children
  if (open.length !== 1 || only === undefined || root.children.length !== 1)
    throw new Error('not one element')
  return only
}

function attributesOf(text: string): Record<string, string> {
  const pairs = Array.from(text.matchAll(/([\w:]+)="([^"]*)"/g), ([, name = '', value = '']) => [
    name,
    unescaped(value),
  ])
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error(`twice the same: ${text}`)
  return Object.fromEntries(pairs) as Record<string, string>
}

/** As readers of XML do: ends of lines are LF. */
const unescaped = (text: string): string => {
  if (text.includes(']]>')) throw new Error(']]> in a text')
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/&(\w*;)?/g, (_, name: string | undefined) => {
    const sign = new Map([
      ['amp;', '&'],
      ['lt;', '<'],
      ['gt;', '>'],
      ['quot;', '"'],
    ]).get(name ?? '')
    if (sign === undefined) throw new Error(`&${name}`)
    return sign
  })
}

/** The children of that name. */
export const childrenOf = (element: Element, name: string): readonly Element[] =>
  element.children.filter((child) => child.name === name)

/** The child of that name, which has to be there. */
export function childOf(element: Element, name: string): Element {
  const [child] = childrenOf(element, name)
  if (child === undefined) throw new Error(`no ${name} in ${element.name}`)
  return child
}
