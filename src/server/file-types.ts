import type { Texts } from '../form/languages.ts'
import type { FileLimits } from '../form/types/file-uploader.ts'

const office = 'application/vnd.openxmlformats-officedocument'
const zip = /^504b(0304|0506|0708)/
/** Pictures (HEIC, AVIF) come in the same container. */
const film = /^.{8}66747970(?!6865|6d6966|6d7366|617669)/

/**
 * Known types: the endings of their file names, and their first bytes in hex where these are distinctive. Rows without endings come
 * first: they give the type of bytes whose file name tells none.
 */
const types: readonly (readonly [type: string, endings: string, begins?: RegExp])[] = [
  ['audio/mp4', '', /^.{8}667479704d344[12]20/],
  ['video/quicktime', '', /^.{8}6674797071742020/],
  ['text/plain', '', /^(fffe|feff)/],
  ['application/pdf', 'pdf', /^(efbbbf)?(20|0[9ad])*25504446/],
  ['application/zip', 'zip', zip],
  [`${office}.wordprocessingml.document`, 'docx', zip],
  [`${office}.spreadsheetml.sheet`, 'xlsx', zip],
  [`${office}.presentationml.presentation`, 'pptx', zip],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.ms-powerpoint', 'ppt'],
  ['application/yaml', 'yaml yml'],
  ['font/woff2', 'woff2', /^774f4632/],
  ['image/jpeg', 'jpg jpeg jpe jfif pjpeg pjp', /^ffd8ff/],
  ['image/png', 'png', /^89504e470d0a1a0a/],
  ['image/gif', 'gif', /^47494638/],
  ['image/webp', 'webp', /^52494646.{8}57454250/],
  ['image/heic', 'heic heif hif', /^.{8}66747970(6865|6d6966|6d7366)/],
  ['image/avif', 'avif', /^.{8}66747970(617669|6d6966)/],
  ['image/tiff', 'tif tiff', /^(49492a00|4d4d002a)/],
  ['image/bmp', 'bmp'],
  ['image/svg+xml', 'svg'],
  ['image/x-adobe-dng', 'dng'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'tsv tab'],
  ['text/plain', 'txt text'],
  ['text/x-log', 'log'],
  ['text/markdown', 'md markdown'],
  ['text/html', 'html htm'],
  ['text/calendar', 'ics'],
  ['text/vcard', 'vcf'],
  ['audio/mpeg', 'mp3', /^(494433|ff[ef][2-7a-df])/],
  ['audio/wav', 'wav wave', /^52494646.{8}57415645/],
  ['audio/ogg', 'ogg oga opus', /^4f676753/],
  ['audio/flac', 'flac', /^664c6143/],
  ['audio/aac', 'aac'],
  ['audio/aiff', 'aiff aif aifc'],
  ['audio/amr', 'amr'],
  ['audio/midi', 'mid midi'],
  ['audio/x-ms-wma', 'wma'],
  ['video/mp4', 'mp4 m4v', film],
  ['audio/mp4', 'm4a m4b', film],
  ['video/quicktime', 'mov qt'],
  ['video/mpeg', 'mpg mpeg mpe'],
  ['video/webm', 'webm', /^1a45dfa3/],
  ['video/x-matroska', 'mkv'],
  ['video/x-msvideo', 'avi'],
  ['video/x-ms-wmv', 'wmv'],
  ['video/x-flv', 'flv'],
  ['video/3gpp', '3gp 3gpp'],
  ['video/3gpp2', '3g2'],
  ['video/mp2t', 'mts m2ts'],
]

/** The type that an ending or a type means: `.jpeg` and `image/jpg` mean `image/jpeg`. An unknown type means itself. */
function typeNamed(kind: string): string | undefined {
  const [, range = '', ending = ''] = /^(?:\.|([\w.+-]+\/)(?:x-)?)([\w.+*-]+)$/.exec(kind) ?? []
  const named = types.find(
    ([type, endings]) => type === kind || (type.startsWith(range) && endings.split(' ').includes(ending)),
  )
  return named?.[0] ?? (range === '' ? undefined : kind)
}

/** The endings of the files of a kind. */
export function endingsOf(kind: string): readonly string[] {
  const named = typeNamed(kind)
  const endings = types.flatMap(([type, all]) => (type === named && all !== '' ? all.split(' ') : []))
  return endings.map((ending) => `.${ending}`)
}

/** Whether the first bytes of a file, at most 16, fit a type; undefined if we do not know the first bytes of that type. */
export function beginsAs(type: string, bytes: Uint8Array): boolean | undefined {
  const begins = types.filter(([known]) => known === type).map((row) => row[2])
  return begins.length === 0 || begins.includes(undefined)
    ? undefined
    : begins.some((one) => one?.test(hexOf(bytes)))
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 16)).toString('hex')

/** A file as a browser sent it; `head` are its first bytes. */
type SentFile = { readonly name: string; readonly contentType: string; readonly head: Uint8Array }

/** Why a question refuses a file: its size, name or content; undefined if it takes it. */
export function fileRefusal(
  file: SentFile & { readonly size: number; readonly isTooLarge: boolean },
  { maxMiB, accept }: FileLimits,
  { hints, problems }: Texts,
): { readonly message: string; readonly status: 413 | 422 } | undefined {
  const { name, size, isTooLarge } = file
  if (isTooLarge || size > maxMiB * 2 ** 20)
    return { message: problems.fileTooLarge(name, maxMiB), status: 413 }
  if (size === 0) return { message: problems.fileEmpty(name), status: 422 }
  if (accept.length === 0 || accept.some((kind) => isOf(kind, file))) return undefined
  const [, named] = typesOf(file)
  // Also what it really is, if its name says otherwise: `a.jpg (HEIC)`.
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

/** Whether a file is of a kind: an ending, compared with name and content, or a type, which the browser may also declare. */
function isOf(kind: string, file: SentFile): boolean {
  const [said, named] = typesOf(file)
  const wanted = typeNamed(kind)
  if (wanted === undefined) return file.name.toLowerCase().endsWith(kind)
  if (kind.startsWith('.')) return named === wanted
  return [said, named].some((type) =>
    kind.endsWith('/*') ? type?.startsWith(kind.slice(0, -1)) : type === wanted,
  )
}

/** The type of a file: the one that its browser declares, or else that of its name, unless its first bytes contradict. */
export const typeOf = (file: SentFile): string => typesOf(file).find((type) => type !== undefined) ?? unknown

const unknown = 'application/octet-stream'

/** The type that its browser declares, and that of its name; its first bytes decide if the name has none, or a wrong one. */
function typesOf({
  name,
  contentType,
  head,
}: SentFile): readonly [said: string | undefined, named: string | undefined] {
  const fits = (type = unknown): boolean => type !== unknown && beginsAs(type, head) !== false
  const [ending, said] = [endingOf(name), typeNamed(contentType.toLowerCase())]
  const own = typeNamed(ending)
  const isNamed = ending !== '' && (own === undefined || fits(own))
  return [
    fits(said) ? said : undefined,
    isNamed ? own : types.find(([, , begins]) => begins?.test(hexOf(head)))?.[0],
  ]
}

const endingOf = (name: string): string => /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''
