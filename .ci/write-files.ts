import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The text of each generated file, by its path. */
export type GeneratedFiles = Map<string, string>

/** The text of a file; undefined if it does not exist. */
export function present(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The files whose text differs from the one on the disk. */
export const staleFiles = (files: GeneratedFiles): readonly string[] =>
  [...files].filter(([file, text]) => present(file) !== text).map(([file]) => file)

/** Writes the files whose text differs from the one on the disk. */
export function writeFiles(files: GeneratedFiles): void {
  for (const file of staleFiles(files)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, files.get(file) ?? '')
  }
}

/** A page with one of its generated parts renewed: what stands between `<!-- name -->` and `<!-- /name -->`. */
export const withPart = (page: string, name: string, part: string): string =>
  page.replace(
    new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_, open: string, close: string) => `${open}${part}${close}`,
  )
