import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** What an editor shows: places count lines and columns from 1. */
export type Editor = {
  /** The words offered where `‸` stands, each with what is said of it and what it would insert. */
  readonly complete: (text: string) => Promise<readonly Offer[]>
  /** What is said of the word at which `‸` stands. */
  readonly hover: (text: string) => Promise<string>
  readonly diagnose: (text: string) => Promise<readonly Remark[]>
}

type Offer = { readonly label: string; readonly says: string; readonly inserts: string }
type Remark = { readonly line: number; readonly column: number; readonly message: string }

const fromHere = createRequire(import.meta.url)

/** Why the language server can't run here; undefined when it can. */
export const noEditor: string | undefined = isInstalled()
  ? undefined
  : 'yaml-language-server is not installed; run npm ci'

if (noEditor !== undefined && process.env['FORMCTL_REQUIRE_ALL'] === '1')
  throw new Error(`FORMCTL_REQUIRE_ALL=1, but ${noEditor}.`)

/** An editor with a spec open in a folder; it finds its schema by the first line of the text. */
export async function openEditor(folder: string): Promise<Editor> {
  const service = await languageService()
  let opened = 0
  // The server keeps what it read of a document of that name.
  const open = (text: string): Document =>
    documentOf(pathToFileURL(resolve(folder, `spec-${++opened}.yaml`)).href, text)
  return {
    complete: async (text) => {
      const { document, at } = marked(text, open)
      const { items } = await service.doComplete(document, at, false)
      return items.map(({ label, documentation, insertText }) => ({
        label,
        says: markupText(documentation),
        inserts: insertText ?? label,
      }))
    },
    hover: async (text) => {
      const { document, at } = marked(text, open)
      return markupText((await service.doHover(document, at))?.contents)
    },
    diagnose: async (text) =>
      (await service.doValidation(open(text), false)).map(({ range: { start }, message }) => ({
        line: start.line + 1,
        column: start.character + 1,
        message,
      })),
  }
}

function isInstalled(): boolean {
  try {
    import.meta.resolve('yaml-language-server')
    return true
  } catch {
    return false
  }
}

type Position = { readonly line: number; readonly character: number }
type Markup = string | { readonly value: string } | undefined
type Document = { readonly positionAt: (offset: number) => Position }
type Service = {
  configure: (settings: object) => void
  doComplete: (
    document: Document,
    at: Position,
    isKubernetes: boolean,
  ) => Promise<{ items: { label: string; documentation?: Markup; insertText?: string }[] }>
  doHover: (document: Document, at: Position) => Promise<{ contents: Markup } | null>
  doValidation: (
    document: Document,
    isKubernetes: boolean,
  ) => Promise<{ range: { start: Position }; message: string }[]>
}

/** A text as the language server takes one. */
function documentOf(uri: string, text: string): Document {
  const { TextDocument } = createRequire(fromHere.resolve('yaml-language-server'))(
    'vscode-languageserver-textdocument',
  )
  return TextDocument.create(uri, 'yaml', 1, text)
}

async function languageService(): Promise<Service> {
  // Its types are looked at by name only, so that everything else can be checked where it is not installed.
  const name = 'yaml-language-server'
  const { getLanguageService } = (await import(name)) as { getLanguageService: (given: object) => Service }
  const service = getLanguageService({
    schemaRequestService: (uri: string) => readFile(fileURLToPath(uri), 'utf8'),
    workspaceContext: { resolveRelativePath: (path: string, from: string) => new URL(path, from).href },
    telemetry: {
      send: () => undefined,
      sendError: (_name: string, error: unknown) => {
        throw error
      },
      sendTrack: () => undefined,
    },
  })
  service.configure({ validate: true, hover: true, completion: true })
  return service
}

function marked(text: string, open: (text: string) => Document): { document: Document; at: Position } {
  const offset = text.indexOf('‸')
  if (offset === -1) throw new Error('no ‸ in the text')
  const document = open(text.slice(0, offset) + text.slice(offset + 1))
  return { document, at: document.positionAt(offset) }
}

const markupText = (markup: Markup): string => (typeof markup === 'string' ? markup : (markup?.value ?? ''))
