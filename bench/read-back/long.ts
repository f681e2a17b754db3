import { answersIn } from './answers.ts'
import { membersOf } from './exact-json.ts'
import { cellOf, chosenOf, optionsOf, type Expected, type ExpectedTable } from './expected.ts'
import { cellOfPart, isOfAnswer, mainsOf, nameOf, partsOf, type Part } from './parts.ts'
import { fixed } from './wide.ts'

type Cells = ReadonlyMap<string, Expected | null>

const text = (value: string): Expected => ({ kind: 'text', text: value })
const number = (n: number): Expected => ({ kind: 'number', text: String(n + 1) })
const sortedBy = ['responseNumber', 'questionId', 'member']

/** What the long table of a reply has to hold with `--headers id`: a row an answer, or an option that was chosen. */
export function longOf(records: readonly unknown[]): readonly ExpectedTable[] {
  const rows = answerRows(records, (part) => {
    const chosen = Array.isArray(part.value) ? chosenOf(part.value) : undefined
    if (chosen === undefined) return [new Map([['value', cellOf(part.value)]])]
    return (chosen.length > 0 ? chosen.map(text) : [null]).map((value) => new Map([['value', value]]))
  })
  const own = ['formId', 'createdAt', 'finished']
  const whole = rows.map(({ record, cells }) => {
    const members = membersOf(record)
    return new Map([...cells, ...own.map((name) => [name, cellOf(members?.get(name))] as const)])
  })
  return [{ name: 'answers', columns: new Set([...ofAnswers, ...own, 'value']), rows: whole, sortedBy }]
}

/** What the three tables of a reply have to hold with `--headers id`; undefined where two columns want one name. */
export function relationalOf(records: readonly unknown[]): readonly ExpectedTable[] | undefined {
  const responses = responsesOf(records)
  if (responses === undefined) return undefined
  const answers = answerRows(records, (part) => [new Map([['value', cellOfPart(part)]])])
  const choices = answerRows(records, ({ value }) =>
    [...(Array.isArray(value) ? optionsOf(value) : [])].map(
      ([option, isChosen]): Cells =>
        new Map([
          ['option', text(option)],
          ['chosen', cellOf(isChosen)],
        ]),
    ),
  )
  return [
    responses,
    {
      name: 'answers',
      columns: new Set([...ofAnswers, 'value']),
      rows: answers.map(({ cells }) => cells),
      sortedBy,
    },
    {
      name: 'choices',
      columns: new Set([...ofAnswers, 'option', 'chosen']),
      rows: choices.map(({ cells }) => cells),
      sortedBy,
    },
  ]
}

const ofAnswers = ['responseNumber', 'responseId', 'questionId', 'question', 'type', 'member']

/** Rows for all answers; a value makes as many as it is told to, one that is none makes no row. */
function answerRows(
  records: readonly unknown[],
  rowsOf: (part: Part) => readonly Cells[],
): readonly { readonly record: unknown; readonly cells: Cells }[] {
  const parts = records.map((record) => partsOf(record).filter(isOfAnswer))
  const mains = mainsOf(parts.flat())
  const types = typesOf(records)
  return records.flatMap((record, n) =>
    (parts[n] ?? []).flatMap((part) => {
      const [of, question = '', member = ''] = part.path
      const type = types.get(question)?.type ?? ''
      const shared = [
        ['responseNumber', number(n)],
        ['responseId', cellOf(membersOf(record)?.get('id'))],
        ['questionId', text(question)],
        ['question', text(question)],
        ['type', type === '' ? null : text(type)],
        ['member', text(of === 'answer' && mains.get(question) === member ? '' : member)],
      ] as const
      const rows = part.value === null ? [] : rowsOf(part)
      return rows.map((cells) => ({ record, cells: new Map([...shared, ...cells]) }))
    }),
  )
}

/** Of each question its newest type, the last by the alphabet of those that are as new. */
function typesOf(
  records: readonly unknown[],
): ReadonlyMap<string, { readonly type: string; readonly at: string }> {
  const types = new Map<string, { readonly type: string; readonly at: string }>()
  for (const record of records) {
    const [data, createdAt] = [membersOf(record)?.get('data'), membersOf(record)?.get('createdAt')]
    const at = typeof createdAt === 'string' ? createdAt : ''
    for (const { question, members } of Array.isArray(data) ? answersIn(data).answers : []) {
      const [type, before] = [members.get('type'), types.get(question)]
      if (typeof type !== 'string' || type === '') continue
      if (before === undefined || at > before.at || (at === before.at && type > before.type))
        types.set(question, { type, at })
    }
  }
  return types
}

function responsesOf(records: readonly unknown[]): ExpectedTable | undefined {
  const owners = new Map<string, string>()
  const names = new Set(['responseNumber', ...fixed])
  const rows: Map<string, Expected | null>[] = []
  for (const [n, record] of records.entries()) {
    const cells = new Map<string, Expected | null>([['responseNumber', number(n)]])
    for (const part of partsOf(record).filter((one) => !isOfAnswer(one))) {
      const [name, owner] = [nameOf(part, new Map()), part.path.join('\0')]
      if ((owners.get(name.toLowerCase()) ?? owner) !== owner) return undefined
      owners.set(name.toLowerCase(), owner)
      names.add(name)
      cells.set(name, cellOfPart(part))
    }
    rows.push(cells)
  }
  return { name: 'responses', columns: names, rows }
}
