import { describeApi } from '../openapi.ts'
import { routes } from '../../wire/wire.ts'
import { json, type Operation } from './operation.ts'

/** Extension: the description of all operations, itself among them. */
export const openApi = (operations: () => readonly Operation[]): Operation => ({
  method: 'GET',
  route: routes.openApi,
  needsKey: false,
  elsewhere: 'environment-unknown',
  description: {
    id: 'readDescription',
    summary: 'Read this description.',
    success: { summary: 'An OpenAPI document.', mediaType: 'application/json' },
    refusals: [],
  },
  answer: async () => json(describeApi(operations())),
})
