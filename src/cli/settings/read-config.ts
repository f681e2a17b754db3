import { LineCounter, parseDocument, type Document, type Node } from 'yaml'
import { Failure } from '../../failure.ts'
import { isKeyed } from '../../form/value.ts'
import type { Path } from '../../form/path.ts'
import type { Host } from '../host.ts'

/** Where a settings file is, what people call it, and the folder that its own relative paths start from. */
export type ConfigPlace = { readonly path: string; readonly name: string; readonly folder: string }

/** A settings file as YAML: its document for changes, its value, and the lines of its keys. */
export type ReadConfig = {
  readonly document: Document
  readonly value: unknown
  readonly lineOf: (path: Path) => number
}

/** A settings file that is YAML without errors; whether it makes sense is for others to say. */
export async function readConfig({ files }: Host, { path, name }: ConfigPlace): Promise<ReadConfig> {
  const lines = new LineCounter()
  const text = new TextDecoder().decode(await files.read(path))
  const document: Document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const error = document.errors[0]
  if (error) {
    const reason =
      error.code === 'MULTIPLE_DOCS' ? 'begins a second document' : `is not YAML: ${ownWords(error.message)}`
    const problem = `line ${lines.linePos(error.pos[0]).line} ${reason.replace(/\.$/, '')}.`
    throw Failure.of('config-invalid', { path: name, problem })
  }
  const lineOf = (keys: Path): number => lines.linePos(offsetOf(document.contents, keys)).line
  return { document, value: valueOf(document, name), lineOf }
}

// What follows a colon or stands in quotation marks the library took from the file, and it may be a key.
const ownWords = (message: string): string =>
  message.replace(/(: |\\).*$/s, '').replaceAll(/(["'`]).{2,}\1/g, '$1…$1')

function valueOf(document: Document, name: string): unknown {
  try {
    return document.toJS() ?? {}
  } catch {
    // The library's sentence would name the alias, which might be a key that begins with *.
    throw Failure.of('config-invalid', {
      path: name,
      problem: 'it holds an alias (*name) without its anchor, or too many of them. Write the values out.',
    })
  }
}

/** Where the last key of a path begins; where it is missing, the nearest one above. */
function offsetOf(contents: unknown, keys: Path): number {
  let [offset, at] = [0, contents]
  for (const key of keys) {
    const pair = pairsOf(at).find((candidate) => candidate.key.value === key)
    if (!pair) break
    offset = pair.key.range?.[0] ?? offset
    at = pair.value
  }
  return offset
}

type KeyNode = Pick<Node, 'range'> & { readonly value: unknown }
type KeyedPair = { readonly key: KeyNode; readonly value: unknown }

const pairsOf = (node: unknown): readonly KeyedPair[] =>
  isKeyed(node) && Array.isArray(node['items']) ? node['items'].filter(isPair) : []

const isPair = (pair: unknown): pair is KeyedPair => isKeyed(pair) && isKeyed(pair['key'])
