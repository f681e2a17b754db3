import { mostFiles } from '../response.ts'
import { answerOf, contentText, nothingGiven } from './answers.ts'
import type { Asking, ComponentType } from './component-type.ts'

/** Asks for files; its answer is `files`, each with name, size, content type and where it can be read. */
export const fileUploader: ComponentType = {
  type: 'FileUploader',
  headline: (content) => contentText(content, 'question'),
  asks: askingFiles(),
  answer(content, { files }) {
    if (files.length === 0) return nothingGiven
    const headline = contentText(content, 'question')
    return { response: answerOf('FileUploader', headline, { files }), problems: [] }
  },
}

function askingFiles(): Asking {
  const file = { name: 'brief.pdf', size: 48_213, contentType: 'application/pdf', url: '/api/v1/files/cl…' }
  return { summary: `up to ${mostFiles} files`, sample: { fields: new Map(), files: [file] } }
}
