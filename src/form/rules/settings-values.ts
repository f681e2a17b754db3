import { pageQueryNames } from '../schema.ts'
import { isDay } from '../typed-values.ts'
import { siteOrigin } from '../types/texts.ts'
import { childOf, isObject, type Path } from '../value.ts'
import { quote } from '../words.ts'
import { keyOf, type View, defineRule } from './rule.ts'
type Text = { readonly path: Path; readonly marks: 'value'; readonly args: { readonly text: string } }

/** The text under a key of the settings, or the texts of its list. */
function* textsIn({ form }: View, key: string): Iterable<Text> {
  const settings = childOf(form, 'settings')
  const setting = isObject(settings) ? childOf(settings, key) : undefined
  const all = Array.isArray(setting) ? [...setting.entries()] : [[undefined, setting] as const]
  for (const [i, text] of all)
    if (typeof text === 'string')
      yield { path: ['settings', key, ...(i === undefined ? [] : [i])], marks: 'value', args: { text } }
}

const dateAndTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/** A closing time that is invalid or has no time zone. */
export const closesAt = defineRule<Text['args']>({
  code: 'closes-at',
  severity: 'error',
  *check(view) {
    for (const one of textsIn(view, 'closesAt')) {
      const { text } = one.args
      // The day of itself, since one that a month does not have moves to the next month.
      if (!dateAndTime.test(text) || !isDay(text.slice(0, 10)) || Number.isNaN(Date.parse(text))) yield one
    }
  },
  sentence: ({ text }) => `${quote(text)} is not a date and time with its zone, so the form would not close.`,
  help: () => 'Write it like "2027-01-31T18:00:00Z", or with another zone "2027-01-31T18:00:00+01:00".',
})

/** A site that is not an origin, so that no browser would show the form there. */
export const embedOrigin = defineRule<Text['args']>({
  code: 'embed-origin',
  severity: 'error',
  *check(view) {
    for (const one of textsIn(view, 'embedOn')) if (siteOrigin(one.args.text) === undefined) yield one
  },
  sentence: ({ text }) => `${quote(text)} is not the origin of a site, so no site would show the form.`,
  help: () =>
    'Write only https:// and the host, without a path: "https://www.example.com". To try it out, http://localhost with its port is taken, too.',
})

/** Members of `meta` that the service uses itself, and reserved names in the address of a form. */
const taken = new Set(['leadId', 'flags', 'finishedAt', 'language', ...pageQueryNames])

/** A name of a hidden field that is taken or not valid. */
export const hiddenField = defineRule<Text['args'] & { by: 'service' | 'question' | undefined }>({
  code: 'hidden-field',
  severity: 'error',
  *check(view) {
    const keys = new Set(view.parts.map(keyOf))
    for (const { args, ...place } of textsIn(view, 'hiddenFields')) {
      const { text } = args
      const by = taken.has(text) ? 'service' : keys.has(text) ? 'question' : undefined
      if (by || !/^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(text)) yield { ...place, args: { text, by } }
    }
  },
  sentence: ({ text }) => `${quote(text)} cannot be the name of a hidden field.`,
  help: ({ by }) =>
    by === undefined
      ? 'Begin with a letter, and use only letters, digits and "_", up to 63 characters: "campaign".'
      : `${by === 'service' ? 'The service uses this name itself' : 'A question has this key'}. Choose another one.`,
})
