import { textsOf, timeText } from '../../form/languages.ts'
import { webUrl } from '../../form/types/texts.ts'
import { contentText } from '../../form/types/answers.ts'
import { attributes, html, nothing } from '../../html/html.ts'
import { linked, problemText, requiredMark, tickCss } from './controls.ts'
import type { Drawing, PageComponent } from './page-component.ts'
import type { Content } from '../../form/schema.ts'

/** What a calendar reports about a booking; its script fills them in. */
const bookingFields = ['eventUrl', 'startTime']

/** A calendar in a frame, a plain link to it, and a box to say that a time is booked. */
export const schedulerScreen: PageComponent = {
  draw(drawing) {
    const { words } = textsOf(drawing.language)
    const message = contentText(drawing.content, 'message')
    const problem = drawing.problem('booked')
    const problemId = `${drawing.id('booked')}-problem`
    const [messageId, descriptionId] = [`${drawing.id()}-message`, `${drawing.id()}-description`]
    const named = message === '' ? { 'aria-label': words.calendar } : { 'aria-labelledby': messageId }
    const described = { 'aria-describedby': drawing.description ? descriptionId : undefined }
    return html`
      <div class="field" role="group" ${attributes({ ...named, ...described })}>
        ${message !== '' && html`<p class="lead" dir="auto" id="${messageId}">${message}</p>`}
        ${drawing.description && html`<p class="hint lines" dir="auto" id="${descriptionId}">${linked(drawing.description)}</p>`}
        ${calendar(drawing)} ${problem !== undefined && problemText(drawing, problemId, problem)}
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
          <span>${words.booked}${drawing.isRequired === true && requiredMark(drawing)}</span></label
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
  lines: ({ booked, startTime }, { language }) => [
    ...(booked === true ? [textsOf(language).words.booked] : []),
    ...(typeof startTime === 'string' ? [timeText(startTime, language)] : []),
  ],
  unnamed: 'calendar',
  rules: () => [tickCss, frameCss],
  scripts: (content) => (frameOrigin(content) === undefined ? [] : ['scheduler']),
  frames(content) {
    const origin = frameOrigin(content)
    return origin === undefined ? [] : [origin]
  },
}

const frameCss =
  'iframe{width:100%;height:min(42rem,80vh);border:1px solid var(--line);border-radius:var(--corner);background:var(--wash)}'

function calendar({ content, step, language }: Drawing) {
  const { words } = textsOf(language)
  const url = calendarUrl(content)
  if (!url) return nothing
  if (content['prefillEmail'] === true && step.email !== undefined) url.searchParams.set('email', step.email)
  const frame = {
    src: url.href,
    title: words.calendar,
    'data-calendar': true,
    sandbox: 'allow-scripts allow-forms allow-same-origin allow-popups',
    referrerpolicy: 'no-referrer',
  }
  const link = { href: url.href, target: '_blank', rel: 'noopener noreferrer' }
  return html`
    ${frameOrigin(content) !== undefined && html`<iframe ${attributes(frame)}></iframe>`}
    <p><a ${attributes(link)}>${words.openCalendar}</a></p>
  `
}

// A form that was published before its address was checked may have any text there.
const calendarUrl = (content: Content): URL | undefined => webUrl(contentText(content, 'dataUrl'))

/** The origin of a calendar that may stand in a frame; a host name can hold a `;`, which would end our policy. */
function frameOrigin(content: Content): string | undefined {
  const url = calendarUrl(content)
  return url?.protocol === 'https:' && /^[a-z0-9.:-]+$/i.test(url.host) ? url.origin : undefined
}
