import { safeName, uniqueNames } from '../../files/safe-name.ts'
import { isObject, type JsonObject } from '../../form/value.ts'
import type { RawRecord } from '../../record/records.ts'
import { isEntry } from '../../table/answers.ts'

/** A file that an answer names. */
export type Upload = {
  readonly responseId: string
  readonly questionId: string
  readonly headline: string
  /** As the answer has it; '' where it has none. */
  readonly address: string
  /** As the answer says; undefined where it says nothing. */
  readonly size: number | undefined
  /** Where it goes, below the folder of all files: `<response>/<question>/<file>`. */
  readonly path: string
}

export const manifestName = 'manifest.json'

/** Names for the entries of one folder: each key keeps the name that it got first, which no other key has. */
type FolderNames = (key: string, preferred: string) => string

function makeFolder(reserved?: readonly string[]): FolderNames {
  const unique = uniqueNames(reserved)
  const names = new Map<string, string>()
  return (key, preferred) => {
    const name = names.get(key) ?? unique(preferred)
    names.set(key, name)
    return name
  }
}

/**
 * Finds the files of responses and gives each a path that no other has. Answers are read by their shape (contract notes,
 * answers of other types): `files`, a list of objects with `url`, and perhaps `name` and `size`. A file that a question names
 * twice, or a response that came twice, is one file.
 */
export function uploadFinder(): (record: RawRecord) => readonly Upload[] {
  const responses = makeFolder([manifestName])
  const questions = new Map<string, FolderNames>()
  const files = new Map<string, FolderNames>()
  const seen = new Set<string>()
  const folderIn = (folders: Map<string, FolderNames>, key: string): FolderNames => {
    const folder = folders.get(key) ?? makeFolder()
    folders.set(key, folder)
    return folder
  }
  return (record) => {
    const responseId = textOf(record['id'])
    const entries = Array.isArray(record['data']) ? record['data'].filter(isEntry) : []
    return entries.flatMap(({ questionId, response }) => {
      const headline = textOf(response['headline'])
      return filesOf(response).flatMap((file) => {
        const address = textOf(file['url'])
        const key = JSON.stringify([responseId, questionId, address])
        if (address !== '' && seen.has(key)) return []
        seen.add(key)
        const inResponse = responses(responseId, safeName(responseId, 80) || 'response')
        const inQuestion = folderIn(questions, inResponse)(
          questionId,
          safeName(headline, 80) || safeName(questionId, 80) || 'question',
        )
        const folder = `${inResponse}/${inQuestion}`
        const name = safeName(textOf(file['name']) || lastPart(address), 150) || 'file'
        const path = `${folder}/${folderIn(files, folder)(key + seen.size, name)}`
        const { size } = file
        const isSize = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0
        return [{ responseId, questionId, headline, address, size: isSize ? size : undefined, path }]
      })
    })
  }
}

const filesOf = ({ files }: JsonObject): readonly JsonObject[] =>
  Array.isArray(files) ? files.filter(isObject) : []

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The last part of an address, without its query: the best name of a file without one. */
function lastPart(address: string): string {
  const part = address.replace(/[?#].*$/s, '').replace(/^.*\//s, '')
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
