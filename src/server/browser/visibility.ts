/**
 * Shows and hides what depends on an answer of the same step, as soon as that answer changes. The server decides by the same
 * rules when the step is sent. Without this script everything is shown, and the server ignores what does not apply.
 */
import { holds, questionsIn } from '../../form/conditions.ts'
import type { Condition } from '../../form/form.ts'
import { dayText, isDay, timeIn, typedDate, plainNumber } from '../../form/typed-values.ts'
import { isObject, type AnswerKind, type JsonObject } from '../../form/value.ts'

/** What conditions read of a question: the kind of its answers, its rows or ranked options, and the stored answer where no field has it. */
type Read = { readonly kind?: AnswerKind; readonly parts: readonly string[]; readonly kept?: JsonObject }

const form = document.querySelector<HTMLFormElement>('form[data-conditions]')
const read = new Map(Object.entries(JSON.parse(form?.dataset['conditions'] ?? '{}') as Record<string, Read>))

const unitOf = (name: string): string =>
  form?.querySelector(`[name="${CSS.escape(name)}"]+span`)?.textContent ?? ''

/** The answer that the fields of a question give now, in the shape that the server stores; hidden fields give none. */
function answerTo(id: string): JsonObject | undefined {
  const name = `q.${id}`
  const data = new FormData(form ?? undefined)
  const texts = (end = ''): readonly string[] =>
    data
      .getAll(name + end)
      .map((value) => (typeof value === 'string' ? value.trim() : value.name))
      .filter((text) => text !== '')
  const { kind, parts = [], kept } = read.get(id) ?? {}
  const isOff = form?.querySelector(`[name="${CSS.escape(name)}"]:disabled`) !== null
  const [first] = texts()
  const valueOf = (value: (text: string) => unknown): JsonObject | undefined =>
    first === undefined ? undefined : { value: value(first) }
  switch (kind) {
    case undefined:
      return undefined
    case 'secret':
      return first !== undefined ? { value: first } : isOff ? undefined : kept
    case 'files':
      return filesOf(texts, isOff ? undefined : kept)
    case 'rows':
      return listOf(
        'rows',
        parts.flatMap((row, i) => texts(`.r${i}`).map((value) => ({ row, value }))),
      )
    case 'ranking':
      return listOf(
        'ranking',
        parts.filter((_, i) => texts(`.o${i}`).length > 0),
      )
    case 'date': {
      const typed = typedDate((part) => texts(part && `.${part}`)[0] ?? '', ['day', 'month', 'year'])
      const day = dayText(typed?.parts ?? {})
      return isDay(day) ? { value: day } : undefined
    }
    case 'selected':
    case 'choices':
      return chosenOf(texts)
    case 'fields':
    case 'booking':
      return membersOf(data, `${name}.`)
    case 'time':
      return valueOf(timeIn)
    case 'number':
      // The unit beside the field may be typed, too.
      return valueOf((text) =>
        Number(plainNumber(text.replace(unitOf(name), ''), document.documentElement.lang)),
      )
    case 'boolean':
      return valueOf((text) => text === 'yes')
    case 'text':
    case 'email':
    case 'phone':
      return valueOf((text) => text)
  }
  return kind satisfies never
}

type Texts = (end?: string) => readonly string[]

const listOf = (member: string, list: readonly unknown[]): JsonObject | undefined =>
  list.length === 0 ? undefined : { [member]: list }

function filesOf(texts: Texts, kept: JsonObject | undefined): JsonObject | undefined {
  const stored = Array.isArray(kept?.['files']) ? kept['files'].filter(isObject) : []
  const left = stored.filter(({ url }) => !texts('.remove').includes(String(url)))
  return listOf('files', [...left, ...texts().map((file) => ({ name: file }))])
}

/** What is chosen, and what is typed for "Other" unless another choice took it back. */
function chosenOf(texts: Texts): JsonObject | undefined {
  const chosen = texts().filter((option) => option !== '__other__')
  const isTaken = chosen.length > 0 && chosen.length === texts().length
  return listOf('selected', isTaken ? chosen : [...chosen, ...texts('.other')])
}

/** The members of an answer of several fields, without the country of a phone number; a ticked box is true. */
function membersOf(data: FormData, start: string): JsonObject | undefined {
  const members = [...data].flatMap(([field, value]) => {
    const text = typeof value === 'string' ? value.trim() : ''
    if (!field.startsWith(start) || field.endsWith('Country') || text === '') return []
    return [[field.slice(start.length), field.endsWith('.booked') || text] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

/** Whether a part is shown. */
function isAsked(part: HTMLElement): boolean {
  const condition = JSON.parse(part.dataset['if'] ?? '{}') as Condition
  const answers = questionsIn(condition).flatMap((id) => {
    const answer = answerTo(id)
    return answer ? [[id, answer] as const] : []
  })
  return holds(condition, new Map(answers))
}

function show(): void {
  for (const part of form?.querySelectorAll<HTMLElement>('[data-if]') ?? []) {
    const isShown = isAsked(part)
    part.hidden = !isShown
    delete part.dataset['off']
    for (const field of part.querySelectorAll<HTMLInputElement>('input,select,textarea,button'))
      field.disabled = !isShown
  }
}

form?.addEventListener('input', show)
addEventListener('pageshow', show)
show()
