import { routes } from '../../wire/wire.ts'
import { type Operation, refused } from './operation.ts'

/** Extension `files`: a file that a person uploaded, as it came. */
export const file: Operation = {
  method: 'GET',
  route: routes.file,
  needsKey: true,
  elsewhere: 'file-unknown',
  description: {
    id: 'readFile',
    summary: 'Read a file that a person uploaded.',
    success: { summary: 'The bytes of the file.', mediaType: '*/*' },
    refusals: ['file-unknown'],
  },
  answer: async ({ world, environmentId, params }) => {
    const upload = await world.store.uploads.get(params['fileId'] ?? '')
    const form = upload && (await world.store.forms.get(upload.formId))
    if (upload === undefined || form?.environmentId !== environmentId) return refused('file-unknown')
    return {
      kind: 'bytes',
      bytes: upload.bytes,
      headers: {
        'content-type': mediaType.test(upload.contentType) ? upload.contentType : 'application/octet-stream',
        // Never shown in place: a stranger chose both the bytes and their type.
        'content-disposition': `attachment; filename*=UTF-8''${encoded(upload.name)}`,
      },
    }
  },
}

const mediaType = /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/

/** As RFC 8187 writes a file name; a lone surrogate has no UTF-8 and becomes U+FFFD. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
