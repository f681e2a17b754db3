/** What Chromium passes on to a screen reader, as the lines that one would read in this order. */
import type { Page } from 'playwright-core'

type Value = { readonly value?: unknown }

type Node = {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: Value
  readonly name?: Value
  readonly description?: Value
  readonly value?: Value
  readonly properties?: readonly { readonly name: string; readonly value: Value }[]
  readonly childIds?: readonly string[]
}

/** A role, the name in quotes, then value, states and the description; what belongs to a group stands below it, indented. */
export async function spokenIn(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const tree = (await session.send('Accessibility.getFullAXTree')) as { readonly nodes: readonly Node[] }
  await session.detach()
  const byId = new Map(tree.nodes.map((node) => [node.nodeId, node]))
  const [root] = tree.nodes
  return `${root ? linesOf(root, { byId, depth: 0 }).join('\n') : ''}\n`
}

/** What has no meaning by itself: its parts are read. */
const silent = new Set([
  'generic',
  'none',
  'LabelText',
  'RootWebArea',
  'MenuListPopup',
  'rowgroup',
  'paragraph',
  'ListMarker',
])
/** Read as their name. */
const named = new Set([
  'heading',
  'link',
  'button',
  'option',
  'columnheader',
  'rowheader',
  'radio',
  'checkbox',
  'Legend',
  'textbox',
])

type Place = { readonly byId: ReadonlyMap<string, Node>; readonly depth: number; readonly isNamed?: boolean }

function linesOf(node: Node, { byId, depth, isNamed = false }: Place): readonly string[] {
  const role = textOf(node.role)
  const below = (place: Partial<Place> = {}): readonly string[] =>
    shortened(
      (node.childIds ?? []).flatMap((id) => {
        const child = byId.get(id)
        return child ? linesOf(child, { byId, depth, isNamed, ...place }) : []
      }),
    )
  if (role === 'StaticText') return isNamed ? [] : [`${'  '.repeat(depth)}${textOf(node.name)}`]
  // The text of a label or legend is the name of what it belongs to.
  if (role === 'LabelText' || role === 'Legend') return below({ isNamed: true })
  if (node.ignored || role === 'InlineTextBox' || (silent.has(role) && !isLive(node))) return below()
  const parts = below({ depth: depth + 1, isNamed: isNamed || named.has(role) })
  const line = [
    role,
    named.has(role) || textOf(node.name) !== '' ? JSON.stringify(textOf(node.name)) : '',
    ...statesOf(node),
  ]
  return [`${'  '.repeat(depth)}${line.filter(Boolean).join(' ')}`, ...parts]
}

/** Long lists of options are read as far as they tell something. */
function shortened(lines: readonly string[]): readonly string[] {
  const isOption = (line: string): boolean => /^\s*option /.test(line)
  const options = lines.filter(isOption)
  if (options.length !== lines.length || options.length < 6) return lines
  const told = options.filter((line, i) => i < 2 || line.endsWith(' selected'))
  return [...told, `${/^\s*/.exec(options[0] ?? '')?.[0] ?? ''}(${options.length - told.length} more)`]
}

const propertyOf = ({ properties = [] }: Node, name: string): unknown =>
  properties.find((property) => property.name === name)?.value.value

const isLive = (node: Node): boolean => /^(polite|assertive)$/.test(String(propertyOf(node, 'live')))

function statesOf(node: Node): readonly string[] {
  const role = textOf(node.role)
  const is = (name: string): boolean => /^(true|mixed)$/.test(String(propertyOf(node, name)))
  const text = textOf(node.value)
  const description = textOf(node.description)
  return [
    role === 'heading' ? `level ${String(propertyOf(node, 'level'))}` : '',
    text !== '' && role !== 'ListMarker' ? `= ${JSON.stringify(text)}` : '',
    ...['checked', 'selected', 'required', 'disabled', 'focused'].filter(is),
    is('invalid') ? 'invalid' : '',
    isLive(node) ? `live ${String(propertyOf(node, 'live'))}` : '',
    description === '' ? '' : `(${description})`,
  ]
}

const textOf = (value: Value | undefined): string =>
  typeof value?.value === 'string' || typeof value?.value === 'number'
    ? String(value.value).replaceAll(/\s+/g, ' ').trim()
    : ''
