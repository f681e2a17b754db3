import type { Judge, FieldValues } from '../../src/form/read-answer.ts'

/** Judges by three plain rules, so that tables of answers show what they rest on. */
export const plainJudge: Judge = {
  isPersonalEmailDomain: (domain) => domain === 'gmail.com',
  phoneNumber: (text, country) => {
    const digits = text.replaceAll(/\D/g, '')
    if (digits.length < 8) return undefined
    if (text.startsWith('+')) return `+${digits}`
    return country === 'GB' ? `+44${digits.replace(/^0/, '')}` : undefined
  },
}

/** What a page sends for one component, written short: one text or several a field. */
export const submitted = (fields: Readonly<Record<string, string | readonly string[]>>): FieldValues =>
  new Map(Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]))
