import { applySave, type KeptResponse } from '../../form/save.ts'
import type { ResponseRecord } from '../../form/generated/response.ts'
import type { PageWorld } from '../world.ts'
import type { PreviewSource } from './preview.ts'

/** A world for pages whose forms come from a spec, and whose answers are gone with the process. */
export function previewWorld(source: PreviewSource, rest: Omit<PageWorld, 'store'>): PageWorld {
  const responses = new Map<string, KeptResponse>()
  return {
    ...rest,
    store: {
      forms: { get: async (id) => (await source.current()).forms.find((form) => form.id === id) },
      responses: {
        save: async (save) => {
          const { outcome, kept } = applySave(responses.get(save.responseId), save)
          responses.set(save.responseId, kept)
          return outcome
        },
        // One that nothing is known of is there too: so each step can be opened by its address.
        get: async (formId, id) => responses.get(id)?.record ?? begun(formId, id, rest.now()),
      },
      // Nobody reads the files of a preview.
      uploads: { create: async () => undefined },
    },
  }
}

const begun = (formId: string, id: string, at: string): ResponseRecord => ({
  id,
  createdAt: at,
  updatedAt: at,
  dataUpdatedAt: at,
  finished: false,
  status: 1,
  formId,
  version: '2.0',
  data: [],
  meta: { leadId: '' },
  personAttributes: {},
})
