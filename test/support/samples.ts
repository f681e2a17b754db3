import type { TypedText } from '../../src/form/draft.ts'
import type { AnswerEntry, Save } from '../../src/form/response.ts'
import type { FormLabel, PublishedForm } from '../../src/form/form.ts'
import { defaultStyle } from '../../src/form/style-tokens.ts'
import {
  allScopes,
  type Environment,
  type StoredReply,
  type StoredKey,
  type StoredUpload,
  type Webhook,
} from '../../src/store/store.ts'

/** A moment as stores keep it, so many seconds after the first. */
export const at = (second: number): string => new Date(Date.UTC(2026, 2, 1, 9) + second * 1000).toISOString()

export const sampleEnvironment = (id: string): Environment => ({
  id,
  name: `Environment ${id}`,
  createdAt: at(0),
})

export const sampleKey = (given: Partial<StoredKey> & { readonly id: string }): StoredKey => ({
  environmentId: 'environment-1',
  name: 'ci',
  hash: `hash of ${given.id}`,
  prefix: 'fctl_abcdef',
  scopes: allScopes,
  createdAt: at(0),
  ...given,
})

export const sampleWebhook = (given: Partial<Webhook> & { readonly id: string }): Webhook => ({
  environmentId: 'environment-1',
  url: 'https://hooks.example.com/formctl',
  formIds: [],
  types: [],
  payload: 'thin',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  createdAt: at(0),
  position: 0,
  ...given,
})

export const sampleUpload = (given: Partial<StoredUpload> & { readonly id: string }): StoredUpload => ({
  environmentId: 'environment-1',
  formId: 'form-1',
  responseId: 'response-1',
  questionId: 'question-a',
  name: 'cv.pdf',
  contentType: 'application/pdf',
  size: 3,
  sha256: 'hash of its bytes',
  ...given,
})

export const sampleReply = (given: Partial<StoredReply> & { readonly key: string }): StoredReply => ({
  environmentId: 'environment-1',
  requestHash: 'hash of a request',
  body: '{"success":true}',
  at: at(0),
  ...given,
})

export const sampleLabel = (given: Partial<FormLabel> = {}): FormLabel => ({
  spec: 'forms/contact.yaml',
  content: `sha256:${'0'.repeat(64)}`,
  ...given,
})

export const sampleForm = (given: Partial<PublishedForm> & { readonly id: string }): PublishedForm => ({
  environmentId: 'environment-1',
  name: 'Contact',
  createdAt: at(0),
  steps: [
    {
      name: 'You',
      components: [
        { questionId: 'question-a', type: 'ShortInput', content: { question: 'Who?', kept: [1, null] } },
      ],
    },
    {
      name: 'Us',
      components: [
        { questionId: 'question-b', type: 'LongInput', content: { question: 'Why? — ünïcode 🙂' } },
      ],
    },
  ],
  style: {
    colors: {
      background: '#ffffff',
      text: '#1f2328',
      accent: '#0b57d0',
      accentText: '#ffffff',
      border: '#8c959f',
      error: '#b3261e',
    },
    font: 'system',
    radius: 6,
    layout: defaultStyle.layout,
    components: { NextButton: { radius: 20 } },
  },
  ...given,
})

export const sampleAnswer = (questionId: string, value: string): AnswerEntry => ({
  questionId,
  response: { type: 'ShortInput', headline: 'Who?', componentShapeVersion: '2.0', value },
})

/** A save of an answer with a file, which its response holds beside those that it has. */
export const sampleFileSave = (
  { environmentId, id, formId, responseId, questionId, name, contentType, size }: StoredUpload,
  given: Partial<Save> = {},
): Save => {
  const files = [{ name, size, contentType, url: `/api/v1/files/${id}` }]
  const response = { type: 'FileUploader', headline: 'A file', componentShapeVersion: '2.0', files } as const
  const answers = [{ questionId, response }]
  return sampleSave({
    environmentId,
    formId,
    responseId,
    questionIds: [questionId],
    answers,
    basedOn: new Map(),
    ...given,
  })
}

/** A save of the answer "hello" to the first question of `form-1`. */
export const sampleSave = (given: Partial<Save> & { readonly responseId: string }): Save => ({
  environmentId: 'environment-1',
  formId: 'form-1',
  at: at(0),
  isFinished: false,
  questionIds: ['question-a'],
  answers: [sampleAnswer('question-a', 'hello')],
  order: ['question-a', 'question-b'],
  leadId: 'lead-1',
  person: { ip: '127.0.0.1', country: '', visitedForm: 1 },
  ...given,
})

/** Text that is no valid answer, typed into the only field of a question. */
export const sampleTyped = (questionId: string, text: string, basis = ''): TypedText => ({
  questionId,
  basis,
  fields: [['', [text]]],
})
