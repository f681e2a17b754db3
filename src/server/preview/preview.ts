import { formPath } from '../../wire/wire.ts'
import { attributes, html, styleElement, textOf, type Html } from '../../html/html.ts'
import { registerPages } from '../pages/pages.ts'
import { hashOf, sendPage, type Page } from '../pages/layout.ts'
import { refusalPage, refusalText } from '../pages/refusal-pages.ts'
import { starterStyles } from '../starter-forms.ts'
import { defaultStyle, registerStyleFiles } from '../style.ts'
import type { PendingBlob } from '../../store/blobs.ts'
import { memoryLimits } from '../../store/rate-limits.ts'
import type { PageDeps } from '../deps.ts'
import {
  mapPage,
  mapPath,
  findingsPage,
  findingList,
  findingsCss,
  registerChanges,
  reloadScript,
  type Preview,
  type PreviewSource,
} from './preview-pages.ts'
import { countsText } from '../../form/finding.ts'
import { applySave, type Begun } from '../../form/response.ts'
import type { Form, PublishedForm, Style } from '../../form/form.ts'
import { publishedParts, questionIdsByType } from '../../form/components.ts'
import { screenName } from '../pages/form-steps.ts'
import { stepsOf } from '../../form/form-path.ts'
import { stepField } from '../pages/step-page.ts'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

export type { ExcerptLine, Preview, PreviewFinding, PreviewSource } from './preview-pages.ts'

type RestOfDeps = Omit<PageDeps, 'store' | 'blobs' | 'limits'>

/** The pages of a spec's forms, as a service would show them, with a bar below them; findings where it is broken. */
export function previewApp(source: PreviewSource, rest: RestOfDeps): FastifyInstance {
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
      return preview && withBar(payload, reply, { preview, isLive: source.onChange !== undefined })
    })
    scope.get('/', (request, reply) => begin(shown.get(request)?.forms ?? [], reply))
    scope.get<ToForm>('/map/:formId', (request, reply) => {
      const form = shown.get(request)?.forms.find(({ id }) => id === request.params.formId)
      return sendPage(reply, form ? mapPage(form) : refusalPage(refusalText('form-unknown')))
    })
    scope.setNotFoundHandler((_request, reply) => sendPage(reply, refusalPage(refusalText('form-unknown'))))
    const deps = previewDeps(source, rest)
    registerPages(scope, deps)
    registerStyleFiles(scope, deps)
  })
  return app
}

type ToForm = { readonly Params: { readonly formId: string } }

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

/** Dependencies whose forms come from a spec and whose responses stay in memory. */
function previewDeps(source: PreviewSource, rest: RestOfDeps): PageDeps {
  const responses = new Map<string, Begun>()
  return {
    ...rest,
    showsEverything: true,
    limits: memoryLimits(() => Date.parse(rest.now())),
    blobs: { create: async () => countedBlob() },
    store: {
      forms: {
        get: async (id) => (await source.current()).forms.find((form) => form.id === id),
        // Nothing is counted here, so no limit is ever met.
        list: async () => [],
        atAddress: async (address) =>
          (await source.current()).forms.filter((form) => form.address === address).map(({ id }) => id),
      },
      responses: {
        save: async (save) => {
          const begun = responses.get(save.responseId)
          const { result, kept } = applySave(begun?.record, save, begun?.draft)
          if (kept) responses.set(save.responseId, { record: kept, draft: result.draft })
          return result
        },
        getBegun: async (_environmentId, { id }) => responses.get(id),
      },
      uploads: { create: async () => undefined },
      styleFiles: { get: async (sha256) => (await source.current()).styleFiles?.get(sha256) },
    },
  }
}

/** A file that is counted and not kept. */
function countedBlob(): PendingBlob {
  let size = 0
  return {
    append: async (bytes) => void (size += bytes.length),
    size: () => size,
    read: async () => new Uint8Array(),
    keep: async () => undefined,
    discard: async () => undefined,
  }
}

export const looks = Object.keys(starterStyles) as readonly Look[]
export type Look = keyof typeof starterStyles

/** The preview of a form, in a look or a style of its own; its id is its number in the file, from 1. */
export function previewForm(
  form: Form,
  { place, look }: { readonly place: number; readonly look: Look | Style },
): PublishedForm {
  return {
    id: String(place),
    environmentId: 'preview',
    createdAt: '',
    // Counted by type, so most answers stay with their questions while the spec is edited.
    ...publishedParts(form, questionIdsByType()),
    style: typeof look === 'string' ? starterStyles[look] : look,
  }
}

type BarContents = {
  readonly preview: Preview
  /** Whether the page hears of changes. */
  readonly isLive: boolean
}

/** A page with a bar below it: the file, links to the steps, and the findings. The page reloads when the spec changes. */
function withBar(payload: unknown, reply: FastifyReply, contents: BarContents): unknown {
  if (typeof payload !== 'string' || !payload.startsWith('<!doctype html>')) return payload
  const { preview, isLive } = contents
  const css = barCss + findingsCss
  reply.header(
    'content-security-policy',
    withSources(String(reply.getHeader('content-security-policy')), {
      'style-src': hashOf(css),
      ...(isLive && { 'script-src': hashOf(reloadScript), 'connect-src': "'self'" }),
    }),
  )
  // The page was as long as its own text.
  reply.removeHeader('content-length')
  // Foreign text is escaped, so the first of these is the page's own.
  const [headEnd, bodyEnd] = [payload.indexOf('</head>'), payload.indexOf('</body>')]
  return [
    payload.slice(0, headEnd),
    textOf(styleElement(css)),
    payload.slice(headEnd, bodyEnd),
    textOf(bar(contents, reply.request, stepIn(payload))),
    isLive ? `<script data-version="${preview.version}">${reloadScript}</script>` : '',
    payload.slice(bodyEnd),
  ].join('')
}

/** A content security policy that allows these sources, too. */
const withSources = (policy: string, more: Readonly<Record<string, string>>): string =>
  Object.entries(more).reduce(
    (text, [directive, source]) =>
      text.includes(`${directive} `)
        ? text.replace(new RegExp(`${directive} [^;]*`), (sources) => `${sources} ${source}`)
        : `${text}; ${directive} ${source}`,
    policy,
  )

/** The number of the step on a page, from its form; 0 without one. */
const stepIn = (text: string): number => {
  const said = new RegExp(`<input type="hidden" name="${stepField}" value="(\\d+)"`).exec(text)
  return Number(said?.[1] ?? 0)
}

function bar({ preview, isLive }: BarContents, { params, url }: FastifyRequest, step: number): Html {
  const { file, forms, findings, isBroken } = preview
  // The params are those of a form's address, if it is one.
  const { formId } = params as { readonly formId?: string }
  const form = forms.find(({ id }) => id === formId)
  return html`
    <aside
      class="preview-bar"
      aria-label="Preview"
      ${attributes({ 'data-live': isLive ? 'yes' : undefined })}
    >
      <p class="preview-name"><b>Preview</b> <span dir="auto">${file}</span></p>
      ${forms.length > 1 && formLinks(forms, formId)}
      ${form !== undefined && stepLinks(form, { step, path: url })}
      ${
        !isBroken &&
        findings.length > 0 &&
        html`<details>
          <summary>${countsText(findings)}</summary>
          ${findingList(findings)}
        </details>`
      }
    </aside>
  `
}

const formLinks = (forms: readonly PublishedForm[], formId: string | undefined): Html => html`
  <nav aria-label="Forms">
    ${forms.map(({ id, name }) => link(name, { href: formPath(id), isHere: id === formId }))}
  </nav>
`

function stepLinks(form: PublishedForm, { step, path }: { step: number; path: string }): Html {
  const { asking, endings } = stepsOf(form)
  const links = asking.map((screen, i) =>
    link(`${i + 1} ${screenName(screen, form.style)}`, {
      href: `${formPath(form.id)}?step=${i + 1}`,
      isHere: i + 1 === step,
    }),
  )
  const end = link(endings.at(-1)?.name ?? 'Thank you', {
    href: `${formPath(form.id)}/done`,
    isHere: step === 0,
  })
  const map = { href: mapPath(form.id), isHere: path === mapPath(form.id) }
  return html`<nav aria-label="Steps">${links}${end}${link('Map', map)}</nav>`
}

const link = (name: string, { href, isHere }: { href: string; isHere: boolean }): Html =>
  html`<a dir="auto" ${attributes({ href, 'aria-current': isHere ? 'page' : undefined })}>${name}</a>`

const barCss = `
body{padding-bottom:6rem}
.preview-bar{position:fixed;z-index:9;inset:auto 0 0;display:flex;flex-wrap:wrap;align-items:center;gap:.35rem 1.25rem;padding:.6rem 1rem;background:#16181d;color:#e8eaee;font:.8125rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;box-shadow:0 -1px 0 #fff2,0 -.5rem 1.5rem #0003;text-align:start;color-scheme:dark}
.preview-name{margin:0;color:#b7bcc6}
.preview-name b{color:#fff}
.preview-name b::before{content:"";display:inline-block;width:.55rem;height:.55rem;margin-inline-end:.5rem;border-radius:50%;background:#8a909c}
.preview-bar[data-live=yes] .preview-name b::before{background:#4cc38a}
.preview-bar[data-live=no] .preview-name b::before{background:#ff9a8f}
.preview-bar[data-live=no] .preview-name b::after{content:" (stopped)"}
.preview-bar nav{display:flex;flex-wrap:wrap;gap:.25rem;min-width:0}
.preview-bar nav a{color:#d5d9e0;text-decoration:none;padding:.15rem .6rem;border-radius:.35rem;max-width:14rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.preview-bar nav a:hover{background:#fff2;color:#fff}
.preview-bar nav a[aria-current]{background:#fff;color:#16181d;font-weight:600}
.preview-bar :focus-visible{outline:2px solid #fff;outline-offset:2px}
.preview-bar details{margin-inline-start:auto}
.preview-bar summary{cursor:pointer;padding:.15rem .6rem;border-radius:.35rem;background:#f5c451;color:#2b2118;font-weight:600}
.preview-bar details[open]{flex-basis:100%;order:-1;margin:0}
.preview-bar details[open] summary{width:fit-content;margin-inline-start:auto}
.preview-bar .findings{max-height:50vh;overflow:auto;margin-top:.6rem}
`.replaceAll('\n', '')
