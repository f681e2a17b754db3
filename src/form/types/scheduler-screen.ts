import { dayAfter } from '../typed-values.ts'
import { webUrl } from './texts.ts'
import { contentText, lineOf, nothingGiven } from './answers.ts'
import { defineType } from './define-type.ts'

/** The calendar of a scheduling provider. The contract has two names for it. */
export const schedulerScreen = defineType({
  asks: { summary: 'whether a time was booked', sample: { booked: 'yes' } },
  answerKind: 'booking',
  missing: { field: 'booked', text: 'booking' },
  headline: (content) => contentText(content, 'message'),
  contract: { keys: ['dataUrl', 'url', 'calendarUrl', 'message', 'calendarType', 'prefillEmail'] },
  aliases: { url: 'dataUrl', calendarUrl: 'dataUrl' },
  stepName: 'A time to talk',
  neededText: '',
  fullAnswer: () => ({ booked: true, eventUrl: '', startTime: '2026-03-01T09:00:00.000Z' }),
  trueMember: 'booked',
  figures: 'appointment',
  isPersonal: true,
  showsEmail: true,
  isPrefillable: false,

  /** Reads whether a time was booked; and, where the calendar told it, the address of the event (https) and its start (ISO 8601, UTC). */
  read(_, { fields }) {
    if (fields.get('booked')?.includes('yes') !== true) return nothingGiven
    const url = webUrl(lineOf(fields, 'eventUrl').slice(0, 2000))
    const start = lineOf(fields, 'startTime')
    const time = /^\d{4}-\d\d-\d\dT/.test(start) ? Date.parse(start) : Number.NaN
    return {
      members: {
        booked: true,
        ...(url?.protocol === 'https:' && { eventUrl: url.href }),
        ...(!Number.isNaN(time) && { startTime: new Date(time).toISOString() }),
      },
      problems: [],
    }
  },

  fake: (_, { now, below }) => ({
    booked: 'yes',
    eventUrl: `https://calendar.example.com/events/${below(1_000_000)}`,
    startTime: `${dayAfter(now, 1 + below(14))}T${10 + below(8)}:00:00Z`,
  }),
})
