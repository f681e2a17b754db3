import { Failure, undoIfFailed } from '../failure/failure.ts'
import { isSuccess, readRefusal, type Refusal } from '../wire/replies.ts'
import { embeddedFolder, keyHeader, type Call, type Reply } from '../wire/wire.ts'
import { failureOf, keyOf, tryCall, urlOf, withoutQuery, type Caller, isTransient } from './caller.ts'
/** An address to download from. */
export type FileSource = {
  readonly caller: Caller
  /** With its query, relative to the base URL of the caller. */
  readonly path: string
  /** Whether it belongs to the service, and so gets the API key. */
  readonly isOwn: boolean
}

/** Where the bytes of one attempt go. */
type FileTarget = {
  readonly write: (chunk: Uint8Array) => Promise<void>
  readonly discard: () => Promise<void>
}

type Download<Target> = {
  /** The source that an address means; throws a Failure for one that cannot be called. */
  readonly sourceOf: (address: string) => Promise<FileSource>
  /** The bytes that the file should have; undefined: unknown. */
  readonly size: number | undefined
  /** Begins a target. A new one is begun for every attempt. */
  readonly begin: () => Promise<Target>
}

/** Files may be large and networks slow. */
const maxSeconds = 15 * 60

const maxRedirects = 5

/** The most bytes of a file whose answer does not say its size: 1 GiB. */
const maxUnsized = 2 ** 30

/**
 * Downloads a file into a target, which then holds all of it: as many bytes as the reply announces, and as `size` says. Stops
 * where more come.
 * Passing failures are tried again as for every read. Redirects are followed, since services keep files with others; each
 * address on the way is judged by `sourceOf`, which alone decides where the API key goes.
 */
export async function downloadFile<Target extends FileTarget>(
  address: string,
  { sourceOf, size, begin }: Download<Target>,
): Promise<Target> {
  let source = await sourceOf(address)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const { caller } = source
    const came = await tryCall(
      caller,
      async (service) => {
        const reply = await service(callOf(source))
        if (isSuccess(reply)) return receive(reply, source, { size, begin })
        const refusal = await readRefusal(reply)
        if (refusal.target === undefined || embeddedFolder(source.caller.access.baseUrl) !== undefined)
          throw refused(refusal, source)
        return { target: refusal.target }
      },
      { seconds: maxSeconds },
    )
    if (!('target' in came)) return came.file
    const from = urlOf(caller.access.baseUrl, source.path)
    source = await sourceOf(URL.parse(came.target, from)?.href ?? came.target)
  }
  throw Failure.of('upload-refused', { url: nameOf(source), problem: 'it redirects again and again' })
}

const callOf = ({ caller, path, isOwn }: FileSource): Call => ({
  method: 'GET',
  path,
  query: {},
  // Most files are packed already, and sizes can be compared only where nothing is packed.
  headers: {
    accept: '*/*',
    'accept-encoding': 'identity',
    ...(isOwn && { [keyHeader]: keyOf(caller.access) }),
  },
})

// A service in a folder has no address that a redirect could start from.
/** The address of a source, for people. */
const nameOf = ({ caller, path }: FileSource): string => urlOf(caller.access.baseUrl, withoutQuery(path))

async function receive<Target extends FileTarget>(
  { headers, body }: Reply,
  source: FileSource,
  { size, begin }: Omit<Download<Target>, 'sourceOf'>,
): Promise<{ readonly file: Target }> {
  const url = nameOf(source)
  const announced = headers['content-encoding'] === undefined ? headers['content-length'] : undefined
  const refuseMore = (bytes: number): void => {
    if (bytes <= (size ?? maxUnsized)) return
    if (size !== undefined) throw Failure.of('upload-differs', { url, bytes, size })
    const problem = 'it has more than 1 GiB, the most for a file whose answer does not say its size'
    throw Failure.of('upload-refused', { url, problem })
  }
  const file = await begin()
  return undoIfFailed(file.discard, async () => {
    refuseMore(Number(announced ?? 0))
    let bytes = 0
    for await (const chunk of body) {
      bytes += chunk.length
      refuseMore(bytes)
      await file.write(chunk)
    }
    if (announced !== undefined && Number(announced) !== bytes)
      throw Failure.of('reply-damaged', {
        where: ` of ${url}`,
        problem: `it has ${bytes} bytes and announced ${announced}`,
      })
    if (size !== undefined && bytes !== size) throw Failure.of('upload-differs', { url, bytes, size })
    return { file }
  })
}

function refused(refusal: Refusal, source: FileSource): Failure {
  const { status, isInShape } = refusal
  const url = nameOf(source)
  if (status === 404 || status === 410) return Failure.of('upload-gone', { url, status })
  if (source.isOwn && (isInShape || status === 401))
    return failureOf(refusal, { access: source.caller.access, path: withoutQuery(source.path) })
  // The body of other refusals is a page, or nothing.
  const message = isInShape ? refusal.message : 'it gave no reason'
  if (isTransient(status)) return Failure.of('service-failing', { url, status, message })
  return Failure.of('upload-refused', { url, problem: `status ${status}, ${message}` })
}
