import { Failure } from '../failure/failure.ts'
import type { Files } from '../files/file-system.ts'
import { groupedByKey, lazy } from '../form/value.ts'
import { distance, nearest } from '../form/words.ts'

/** Words of other tools, and guesses, after what they are called here; a word may mean several things, the first that a place has counts. */
const readTable = (lines: string): (() => ReadonlyMap<string, readonly string[]>) =>
  lazy(() =>
    groupedByKey(
      lines
        .trim()
        .split('\n')
        .flatMap((line) => {
          const [meaning = '', words = ''] = line.split('|').map((part) => part.trim())
          return words.split(/, */).map((word) => [word, meaning] as const)
        }),
    ),
  )

const commandWords = readTable(`
  forms validate | check, lint, test, verify
  forms validate --fix | fix, format
  forms apply --dry-run | plan, diff
  forms apply | publish, deploy, push, sync, update
  forms generate | create, make
  forms new | new, add, forms init
  forms preview | dev
  forms open | show, view, url
  forms list | ls
  responses get | responses list, responses ls, responses show
  responses export | download, responses download, forms export
  responses stats | report, responses report
  service responses erase | responses delete
  service form delete | forms delete, forms remove, forms rm
  service form close | forms close
  serve | start, up
  status | config, whoami
  login | auth, signin
`)

const optionWords = readTable(`
  -o json | --json
  -o ndjson | --ndjson
  -o yaml | --yaml
  --format csv | --csv
  -o csv | --csv
  --format xlsx | --xlsx
  --reporter | --format
  -o | --format
  --yes | --auto-approve, --approve, --confirm, --force, -y
  --environment | --env, --site, --site-id, --environment-id
  --base-url | --url, --server, --endpoint
  --dry-run | --plan, --preview, --check, -n
  --form | -f, --id, --form-id, --name
  --out | -f, --file, --output-file
  --where | --filter, --query
  --columns | --fields, --select
  --since | --after
  --until | --before
  --redact | --anonymize, --anonymise
  --samples 0 | --redact
  --partials | --include-partials
  --delimiter | --separator
  --timezone | --tz
  --data | --dir, --folder
  --port | -p
  --quiet | -q, --silent
  --verbose | -v, --debug
  --no-input | --ci, --non-interactive, --no-interactive
  --color never | --no-color, --no-colour
  --color | --colour
`)

const valueWords = readTable(`
  xlsx | excel, xls, spreadsheet
  tsv | tab
  ndjson | jsonl, jsonlines
  yaml | yml
  sqlite | sqlite3, db
  table | text, pretty
  text | stylish, default, human, pretty
  sarif | codeql, sonar, sonarqube
  github | actions, annotations
  pwsh | powershell
  plain | light
  night | dark
  junit | gitlab, jenkins, azure, bitbucket, circleci, xunit, xml
`)

/** The commands, some with an option, that an unknown word after `group` (such as `forms`, or empty) means; none if no table knows it. */
export function meantCommands(group: string, word: string, known: readonly string[]): readonly string[] {
  const path = `${group} ${word}`.trim()
  // A command without its group, as in `formctl validate`.
  const ungrouped = known.filter((words) => words.split(' ').toSpliced(-2, 1).join(' ') === path)
  return commandWords().get(path) ?? (ungrouped.length > 0 ? ungrouped : (commandWords().get(word) ?? []))
}

/** The first command that a word near to one of the table means. */
export const nearCommand = (word: string): string | undefined =>
  commandWords().get(nearest(word, [...commandWords().keys()])?.word ?? '')?.[0]

/** The option of `known` that an unknown one means, with its value if the word says one. */
export const meantOption = (word: string, known: readonly string[]): string | undefined =>
  optionWords()
    .get(word)
    ?.find((option) => known.includes(option.replace(/ .*/, '')))

/** The value of `known` that another word probably means. */
export function meantValue(word: string, known: readonly string[]): string | undefined {
  const near = nearest(word, [...known, ...valueWords().keys()])?.word ?? ''
  return [near, ...(valueWords().get(near) ?? [])].find((value) => known.includes(value))
}

/** The failure of a missing file, with the name in its folder that is nearest; any other failure unchanged. */
export async function withNearName(failure: Failure, files: Files): Promise<Failure> {
  if (!Failure.is(failure, 'file-not-found')) return failure
  if ((failure.args.meant ?? failure.args.target) !== undefined) return failure
  const { path } = failure.args
  const [folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(path)?.slice(1) ?? []
  const names = await files.list(folder === '' ? '.' : folder).catch(() => [])
  // The ending counts for nothing: people leave it out. A short name has many that are near.
  const stemOf = (word: string): string => word.replace(/\.\w+$/, '').toLowerCase()
  const stem = stemOf(name)
  const [near] = names
    .slice(0, 2000)
    .map((meant) => ({ meant, far: distance(stem, stemOf(meant)) }))
    .filter(({ meant, far }) => !meant.endsWith('/') && far <= Math.floor(stem.length / 4))
    .toSorted((a, b) => a.far - b.far)
  return near === undefined ? failure : Failure.of('file-not-found', { path, meant: folder + near.meant })
}
