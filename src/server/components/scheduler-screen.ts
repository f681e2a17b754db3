import { contentText, webUrl } from '../../form/components.ts'
import { attributes, html, nothing } from '../../html/html.ts'
import { requiredMark, tickCss } from './controls.ts'
import type { Drawing, PageComponent } from './page-component.ts'
import type { Content } from '../../form/schema.ts'

/** What the calendar's own page tells of a booking; its script fills them in. */
const bookingFields = ['eventUrl', 'startTime']

const unnamed = 'Calendar'

/** A calendar in a frame, a plain link to it, and a box to say that a time is booked. */
export const schedulerScreen: PageComponent = {
  draw(drawing) {
    const message = contentText(drawing.content, 'message')
    const problem = drawing.problem('booked')
    const problemId = `${drawing.id('booked')}-problem`
    const [messageId, descriptionId] = [`${drawing.id()}-message`, `${drawing.id()}-description`]
    const named = message === '' ? { 'aria-label': unnamed } : { 'aria-labelledby': messageId }
    const described = { 'aria-describedby': drawing.description ? descriptionId : undefined }
    return html`
      <div class="field" role="group" ${attributes({ ...named, ...described })}>
        ${message !== '' && html`<p class="lead" dir="auto" id="${messageId}">${message}</p>`}
        ${drawing.description && html`<p class="hint lines" dir="auto" id="${descriptionId}">${drawing.description}</p>`}
        ${calendar(drawing)}
        ${problem !== undefined && html`<p class="problem" id="${problemId}"><span class="unseen">Error: </span>${problem}</p>`}
        <label class="choice"
          ><input
            ${attributes({
              type: 'checkbox',
              id: drawing.id('booked'),
              name: drawing.name('booked'),
              value: 'yes',
              checked: drawing.values('booked').includes('yes'),
              'aria-required': drawing.isRequired === true ? 'true' : undefined,
              'aria-invalid': problem === undefined ? undefined : 'true',
              'aria-describedby': problem === undefined ? undefined : problemId,
            })}
          />
          <span>I have booked a time${drawing.isRequired === true && requiredMark}</span></label
        >
        ${bookingFields.map((field) => html`<input ${attributes({ type: 'hidden', name: drawing.name(field), value: drawing.values(field)[0] ?? '', 'data-booking': field })} />`)}
      </div>
    `
  },
  refill: ({ booked, ...answer }) =>
    new Map(
      booked === true
        ? [
            ['booked', ['yes']],
            ...bookingFields.flatMap((field): [string, string[]][] => {
              const text = answer[field]
              return typeof text === 'string' ? [[field, [text]]] : []
            }),
          ]
        : [],
    ),
  unnamed,
  rules: () => [tickCss, frameCss],
  scripts: (content) => (frameOrigin(content) === undefined ? [] : ['scheduler']),
  frames(content) {
    const origin = frameOrigin(content)
    return origin === undefined ? [] : [origin]
  },
}

const frameCss =
  'iframe{width:100%;height:min(42rem,80vh);border:1px solid var(--line);border-radius:var(--corner);background:#fff}'

function calendar({ content, step }: Drawing) {
  const url = calendarUrl(content)
  if (!url) return nothing
  if (content['prefillEmail'] === true && step.email !== undefined) url.searchParams.set('email', step.email)
  const frame = {
    src: url.href,
    title: unnamed,
    'data-calendar': true,
    sandbox: 'allow-scripts allow-forms allow-same-origin allow-popups',
    referrerpolicy: 'no-referrer',
  }
  const link = { href: url.href, target: '_blank', rel: 'noopener noreferrer' }
  return html`
    ${frameOrigin(content) !== undefined && html`<iframe ${attributes(frame)}></iframe>`}
    <p><a ${attributes(link)}>Open the calendar in a new tab</a></p>
  `
}

// A form that was published before its address was checked may have any text there.
const calendarUrl = (content: Content): URL | undefined => webUrl(contentText(content, 'dataUrl'))

/** The origin of a calendar that may stand in a frame; a host name can hold a `;`, which would end our policy. */
function frameOrigin(content: Content): string | undefined {
  const url = calendarUrl(content)
  return url?.protocol === 'https:' && /^[a-z0-9.:-]+$/i.test(url.host) ? url.origin : undefined
}
