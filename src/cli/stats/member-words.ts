import { isMain } from '../../export/columns.ts'

/** What a member of answers is called, as a part of what was given: First name, Files. */
export function memberWords(member: string): string {
  if (member === 'files') return 'Files'
  if (isMain(member)) return 'Answered'
  if (!/^[a-z][A-Za-z]*$/.test(member)) return member
  const words = member.replaceAll(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
