import type { Texts } from '../../form/languages.ts'
import type { FileLimits } from '../../form/types/file-uploader.ts'
import { beginsAs, endingsOf, typeBegun, typeNamed } from '../first-bytes.ts'
import type { SentFile } from '../pages/multipart-body.ts'

const mebibyte = 1024 * 1024

type Refused = { readonly message: string; readonly status: 413 | 422 }
type Sent = Pick<SentFile, 'name' | 'contentType' | 'head'>

/** Why a question does not take a file, if it does not: its size, its name or its content. */
export function refusalOf(
  file: Omit<SentFile, 'keep'>,
  { maxMiB, accept }: FileLimits,
  { hints, problems }: Texts,
): Refused | undefined {
  const { name, size, isTooLarge } = file
  if (isTooLarge || size > maxMiB * mebibyte)
    return { message: problems.fileTooLarge(name, maxMiB), status: 413 }
  if (size === 0) return { message: problems.fileEmpty(name), status: 422 }
  if (accept.length === 0 || accept.some((kind) => isOf(kind, file))) return undefined
  const [, named] = typesOf(file)
  // What it is, where its name says otherwise: `a.jpg (HEIC)`.
  const seen =
    named === undefined || named === typeNamed(endingOf(name)) ? name : `${name} (${kindName(named)})`
  return { message: problems.fileKind(seen, kindsText(accept, hints)), status: 422 }
}

/** Kinds of files as people call them: pictures, PDF. */
export const kindsText = (accept: readonly string[], { kinds }: Texts['hints']): string =>
  [...new Set(accept.map((kind) => kindName(kind, kinds)))].join(', ')

function kindName(kind: string, words: Readonly<Record<string, string>> = {}): string {
  const [range = '', rest] = kind.split('/')
  if (rest === '*') return words[range] ?? range
  const [ending = kind] = endingsOf(kind)
  return ending.startsWith('.') ? ending.slice(1).toUpperCase() : ending
}

/** Whether a file is of a kind: an ending, which decides by name and content, or a type, which a browser may say, too. */
function isOf(kind: string, file: Sent): boolean {
  const [said, named] = typesOf(file)
  const wanted = typeNamed(kind)
  if (wanted === undefined) return file.name.toLowerCase().endsWith(kind)
  if (kind.startsWith('.')) return named === wanted
  return [said, named].some((type) =>
    kind.endsWith('/*') ? type?.startsWith(kind.slice(0, -1)) : type === wanted,
  )
}

/** The type of a file: as its browser says, or else as its name does, unless its first bytes are of another. */
export const typeOf = (file: Sent): string => typesOf(file).find((type) => type !== undefined) ?? unknown

const unknown = 'application/octet-stream'

/** The type that its browser says, and that of its name; its first bytes decide where its name says none, or another. */
function typesOf({
  name,
  contentType,
  head,
}: Sent): readonly [said: string | undefined, named: string | undefined] {
  const fits = (type = unknown): boolean => type !== unknown && beginsAs(type, head) !== false
  const [ending, said] = [endingOf(name), typeNamed(contentType.toLowerCase())]
  const own = typeNamed(ending)
  const isNamed = ending !== '' && (own === undefined || fits(own))
  return [fits(said) ? said : undefined, isNamed ? own : typeBegun(head)]
}

const endingOf = (name: string): string => /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''
