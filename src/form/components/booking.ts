import { webUrl } from './addresses.ts'
import { lineOf, nothingGiven, type MembersRead, type Submitted } from './answers.ts'

/** Reads whether a time was booked; and, where the calendar told it, the address of the event (https) and its start (ISO 8601, UTC). */
export function readBooking(fields: Submitted): MembersRead {
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
}
