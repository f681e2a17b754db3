/** The fonts and pictures of styles: what is taken, and how pages get it. */
import type { FastifyInstance } from 'fastify'
import { beginsAs } from './first-bytes.ts'
import type { PageWorld } from './world.ts'

/** What a file of a style is for. */
export type StyleFileUse = 'font' | 'picture'

type Kind = { readonly mediaType: string; readonly use: StyleFileUse }

/** SVG is not taken: it may hold scripts and load other files. */
const kinds: readonly Kind[] = [
  { mediaType: 'font/woff2', use: 'font' },
  { mediaType: 'image/png', use: 'picture' },
  { mediaType: 'image/jpeg', use: 'picture' },
  { mediaType: 'image/webp', use: 'picture' },
]

/** The media types that a file of a style may have. */
export const styleMediaTypes: readonly string[] = kinds.map(({ mediaType }) => mediaType)

/** The most bytes of a file, and what it must be. */
const terms = {
  font: { most: 200 * 1024, size: '200 KB', what: 'a WOFF2 font' },
  picture: { most: 1024 * 1024, size: '1 MB', what: 'a PNG, JPEG or WebP picture' },
} as const

const kindOf = (bytes: Uint8Array): Kind | undefined =>
  kinds.find(({ mediaType }) => beginsAs(mediaType, bytes) === true)

/** Why bytes cannot be such a file, as the rest of a sentence that begins with its name. */
export function styleFileFault(bytes: Uint8Array, use: StyleFileUse): string | undefined {
  const { most, size, what } = terms[use]
  if (bytes.length > most) return `has ${bytes.length} bytes, and ${size} is the most that ${what} may have.`
  return kindOf(bytes)?.use === use
    ? undefined
    : `is not ${what}: its first bytes are those of something else.`
}

/** Where a page finds a file of its style. */
export const styleFilePath = (sha256: string): string => `/style/${sha256}`

/** `GET /style/:sha256`: a file of a style. Its name is its content, so it never changes. */
export function registerStyleFiles(
  app: FastifyInstance,
  { store }: { readonly store: Pick<PageWorld['store'], 'styleFiles'> },
): void {
  app.get<{ readonly Params: { readonly sha256: string } }>('/style/:sha256', async (request, reply) => {
    const bytes = await store.styleFiles.get(request.params.sha256)
    const kind = bytes && kindOf(bytes)
    if (!bytes || !kind) return reply.callNotFound()
    return reply
      .headers({
        'content-type': kind.mediaType,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(bytes)
  })
}
