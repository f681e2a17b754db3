import { applySave, type KeptResponse } from '../../form/response.ts'
import type { PageWorld } from '../world.ts'
import type { PreviewSource } from './preview.ts'

/** A world for pages whose forms come from a spec, and whose answers are gone with the process. */
export function previewWorld(source: PreviewSource, rest: Omit<PageWorld, 'store'>): PageWorld {
  const responses = new Map<string, KeptResponse>()
  return {
    ...rest,
    showsEverything: true,
    store: {
      forms: { get: async (id) => (await source.current()).forms.find((form) => form.id === id) },
      responses: {
        save: async (save) => {
          const { result, kept } = applySave(responses.get(save.responseId), save)
          responses.set(save.responseId, kept)
          return result
        },
        get: async (_formId, id) => responses.get(id)?.record,
      },
      // Nobody reads the files of a preview.
      uploads: { create: async () => undefined },
    },
  }
}
