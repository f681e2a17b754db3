const office = 'application/vnd.openxmlformats-officedocument'
const zip = /^504b/
/** The brands of pictures stand where those of films do. */
const film = /^.{8}66747970(?!6865|6d6966|6d7366|617669)/

/** The types that we know, the endings of their files, and their first bytes in hex, of those that begin in a way of their own. */
const types: readonly (readonly [type: string, endings: string, begins?: RegExp])[] = [
  ['application/pdf', 'pdf', /^(efbbbf)?(20|0[9ad])*25504446/],
  ['application/zip', 'zip', zip],
  [`${office}.wordprocessingml.document`, 'docx', zip],
  [`${office}.spreadsheetml.sheet`, 'xlsx', zip],
  [`${office}.presentationml.presentation`, 'pptx', zip],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.ms-powerpoint', 'ppt'],
  ['font/woff2', 'woff2', /^774f4632/],
  ['image/jpeg', 'jpg jpeg jpe jfif', /^ffd8ff/],
  ['image/png', 'png', /^89504e470d0a1a0a/],
  ['image/gif', 'gif', /^47494638/],
  ['image/webp', 'webp', /^52494646.{8}57454250/],
  ['image/heic', 'heic heif hif', /^.{8}66747970(6865|6d6966|6d7366)/],
  ['image/avif', 'avif', /^.{8}66747970(617669|6d6966)/],
  ['image/tiff', 'tif tiff', /^(49492a00|4d4d002a)/],
  ['image/bmp', 'bmp'],
  ['image/svg+xml', 'svg'],
  ['text/csv', 'csv'],
  ['text/plain', 'txt'],
  ['text/html', 'html htm'],
  ['audio/mpeg', 'mp3', /^(494433|ff[ef])/],
  ['audio/mp4', 'm4a', film],
  ['audio/wav', 'wav wave', /^52494646.{8}57415645/],
  ['audio/ogg', 'ogg oga opus', /^4f676753/],
  ['video/mp4', 'mp4 m4v', film],
  ['video/mpeg', 'mpg mpeg'],
  ['video/quicktime', 'mov'],
  ['video/webm', 'webm', /^1a45dfa3/],
]

/** The type that an ending or a type names: `.jpeg` and `image/jpg` are `image/jpeg`. A type that we do not know names itself. */
export function typeNamed(kind: string): string | undefined {
  const [, range = '', ending = ''] = /^(?:\.|([\w.+-]+\/)(?:x-)?)([\w.+*-]+)$/.exec(kind) ?? []
  const named = types.find(
    ([type, endings]) => type === kind || (type.startsWith(range) && endings.split(' ').includes(ending)),
  )
  return named?.[0] ?? (range === '' ? undefined : kind)
}

/** The endings of the files of a kind. */
export function endingsOf(kind: string): readonly string[] {
  const named = typeNamed(kind)
  return (types.find(([type]) => type === named)?.[1].split(' ') ?? []).map((ending) => `.${ending}`)
}

/** Whether a file begins as those of a type do; undefined where we do not know how they do. At most 16 bytes are looked at. */
export function beginsAs(type: string, bytes: Uint8Array): boolean | undefined {
  return types.find(([known]) => known === type)?.[2]?.test(hexOf(bytes))
}

/** The type that a file begins as. */
export const typeBegun = (bytes: Uint8Array): string | undefined =>
  types.find(([, , begins]) => begins?.test(hexOf(bytes)))?.[0]

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 16)).toString('hex')
