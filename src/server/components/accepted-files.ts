import type { FileLimits } from '../../form/components.ts'
import type { Texts } from '../../form/languages.ts'
import { beginsAs } from '../first-bytes.ts'
import type { SentFile } from '../pages/multipart-body.ts'

const mebibyte = 1024 * 1024

type Refused = { readonly message: string; readonly status: 413 | 422 }

/** Why a question does not take a file, if it does not: its size, its name or its content. */
export function refusalOf(
  { name, size, isTooLarge, contentType, head }: Omit<SentFile, 'keep'>,
  { mostMiB, accept }: FileLimits,
  { problems }: Texts,
): Refused | undefined {
  if (isTooLarge || size > mostMiB * mebibyte)
    return { message: problems.fileTooLarge(name, mostMiB), status: 413 }
  if (accept.length === 0 || accept.some((one) => isOf(one, { name, type: typeOf(contentType, head), head })))
    return undefined
  return { message: problems.fileKind(name, accept.join(', ')), status: 422 }
}

/** Whether a file is of a kind: an ending, whose content must fit where we know how it begins, or a type. */
function isOf(
  kind: string,
  { name, type, head }: { readonly name: string; readonly type: string; readonly head: Uint8Array },
): boolean {
  if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind) && fits(endings[kind], head)
  return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind
}

/** The type that a browser gave, unless it is none, or the bytes of the file are of another. */
export function typeOf(given: string, head: Uint8Array): string {
  const isOne = /^[\w.+-]+\/[\w.+-]+$/.test(given)
  return isOne && fits(given, head) ? given : 'application/octet-stream'
}

/** The types of endings whose files begin in a way of their own. */
const endings: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.docx': 'application/zip',
  '.xlsx': 'application/zip',
  '.pptx': 'application/zip',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}

/** Whether a file begins as those of a type do, where we know how. */
const fits = (type: string | undefined, head: Uint8Array): boolean =>
  type === undefined || beginsAs(type, head) !== false
