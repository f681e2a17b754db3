import { basename } from 'node:path'
import { capital } from '../../form/words.ts'
import { plain } from '../terminal/plain.ts'

/** A form's name, made from that of its file: `customer-survey.yaml` is a Customer survey. */
export function nameFromFile(file: string): string {
  if (file === '-') return 'New form'
  const words = basename(file)
    .replace(/\.ya?ml$/i, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? 'New form' : capital(words)
}

/** A file's name, made from that of its form: small letters without accents, digits and dashes. */
export function fileNameFor(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${slug === '' ? 'form' : slug}.yaml`
}

/** A file's name as a person types it into a shell, on one line. */
export const shellWord = (file: string): string =>
  /^[\p{L}\p{N}._/@%+=:,-]+$/u.test(file) ? file : `'${plain(file).replaceAll("'", String.raw`'\''`)}'`
