import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { formPath } from '../../wire/wire.ts'
import { attributes, html } from '../../html/html.ts'
import { registerPages } from '../pages/pages.ts'
import { sendPage, type Page } from '../pages/layout.ts'
import { refusalPage } from '../pages/plain-pages.ts'
import { pageRefusalOf } from '../pages/page-refusal.ts'
import { defaultStyle, starterStyles } from '../style.ts'
import type { PageWorld } from '../world.ts'
import { findingsPage } from './findings.ts'
import { registerChanges } from './live-reload.ts'
import { withBar } from './preview-bar.ts'
import type { Preview, PreviewSource } from './preview-source.ts'
import { applySave, type ResponseRecord } from '../../form/response.ts'
import type { Form, PublishedForm } from '../../form/form.ts'
import { publishedSteps } from '../published-steps.ts'

export { sayCounts } from './findings.ts'
export type { ExcerptLine, Preview, PreviewFinding, PreviewSource } from './preview-source.ts'

/** The pages of a spec's forms, as a service would show them, with a bar below them; findings where it is broken. */
export function previewApp(source: PreviewSource, rest: Omit<PageWorld, 'store'>): FastifyInstance {
  const app = fastify()
  const shown = new WeakMap<FastifyRequest, Preview>()
  app.addHook('onRequest', async (request, reply) =>
    isOwnName(request.hostname) ? undefined : reply.code(403).type('text/plain').send(elsewhere),
  )
  registerChanges(app, source)
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const preview = await source.current()
      shown.set(request, preview)
      return preview.isBroken ? sendPage(reply, findingsPage(preview)) : undefined
    })
    scope.addHook('onSend', async (request, reply, payload) => {
      const preview = shown.get(request)
      return preview && addBar({ request, reply, payload }, preview, source)
    })
    scope.get('/', (request, reply) => begin(shown.get(request)?.forms ?? [], reply))
    scope.setNotFoundHandler((_request, reply) => sendPage(reply, refusalPage(pageRefusalOf('form-unknown'))))
    registerPages(scope, previewWorld(source, rest))
  })
  return app
}

// Against DNS rebinding, by which another site could read the spec.
const isOwnName = (name: string): boolean => /^(127\.0\.0\.1|\[::1\]|([\w-]+\.)*localhost)$/i.test(name)
const elsewhere = 'A preview answers only at 127.0.0.1 and localhost.\n'

function begin(forms: Preview['forms'], reply: FastifyReply): FastifyReply {
  const [first, second] = forms
  if (first && !second) return reply.redirect(formPath(first.id), 303)
  return sendPage(reply, listPage(forms))
}

const listPage = (forms: Preview['forms']): Page => ({
  status: 200,
  title: 'Forms',
  style: defaultStyle,
  body: html`
    <div class="heading"><h1>${forms.length} forms</h1></div>
    <ul>
      ${forms.map(({ id, name }) => html`<li><a dir="auto" ${attributes({ href: formPath(id) })}>${name}</a></li>`)}
    </ul>
  `,
})

type Sending = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly payload: unknown }

function addBar(
  { request, reply, payload }: Sending,
  preview: Preview,
  { onChange }: PreviewSource,
): unknown {
  if (typeof payload !== 'string' || !payload.startsWith('<!doctype html>')) return payload
  const { formId } = request.params as { readonly formId?: string }
  const policy = String(reply.getHeader('content-security-policy'))
  const isLive = onChange !== undefined
  const page = withBar(
    { text: payload, policy },
    { preview, isLive, ...(formId === undefined ? {} : { formId }) },
  )
  reply.header('content-security-policy', page.policy)
  // The page was as long as its own text.
  reply.removeHeader('content-length')
  return page.text
}

/** A world whose forms come from a spec and whose responses stay in memory. */
function previewWorld(source: PreviewSource, rest: Omit<PageWorld, 'store'>): PageWorld {
  const responses = new Map<string, ResponseRecord>()
  return {
    ...rest,
    showsEverything: true,
    store: {
      forms: { get: async (id) => (await source.current()).forms.find((form) => form.id === id) },
      responses: {
        save: async (save) => {
          const { result, kept } = applySave(responses.get(save.responseId), save)
          if (kept) responses.set(save.responseId, kept)
          return result
        },
        get: async (_formId, id) => responses.get(id),
      },
      uploads: { create: async () => undefined },
    },
  }
}

export const looks = Object.keys(starterStyles) as readonly Look[]
export type Look = keyof typeof starterStyles

/** The preview of a form; its id is its number in the file, from 1. */
export function previewForm(form: Form, { place, look }: { place: number; look: Look }): PublishedForm {
  const counts = new Map<string, number>()
  return {
    id: String(place),
    environmentId: 'preview',
    name: form.name,
    createdAt: '',
    // Counted by type, so most answers stay with their questions while the spec is edited.
    steps: publishedSteps(form.steps, (type) => {
      const count = (counts.get(type) ?? 0) + 1
      counts.set(type, count)
      return `${type}-${count}`
    }),
    style: starterStyles[look],
  }
}
