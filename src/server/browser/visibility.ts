/**
 * Shows and hides what depends on an answer of the same step, as soon as that answer changes. The server decides by the same
 * rules when the step is sent; without this script everything is shown, and what does not apply is not read.
 */
import { plainNumber } from '../../form/plain-number.ts'

type Condition = {
  readonly question?: string
  readonly any?: readonly Condition[]
  readonly all?: readonly Condition[]
  readonly is?: unknown
  readonly isNot?: unknown
  readonly in?: readonly unknown[]
  readonly contains?: string
  readonly over?: unknown
  readonly under?: unknown
  readonly answered?: boolean
}

const form = document.querySelector<HTMLFormElement>('form[data-conditions]')

/** What the fields of a question hold; hidden ones are disabled and hold nothing. */
function valuesOf(reference: string): readonly string[] {
  if (!form) return []
  const [id = '', ...member] = reference.split('.')
  const name = member.length > 0 ? `q.${id}.${member.join('.')}` : `q.${id}`
  const found: string[] = []
  const data = new FormData(form)
  const chosen = data.getAll(name)
  for (const [field, value] of data) {
    const isOf = field === name || (member.length === 0 && field.startsWith(`${name}.`))
    // Another choice takes back what was typed for "Other".
    const isTaken = field === `${name}.other` && chosen.length > 0 && !chosen.includes('__other__')
    const text = typeof value === 'string' ? value.trim() : value.name
    if (isOf && !isTaken && text !== '' && text !== '__other__') found.push(text)
  }
  return found
}

const numberOf = (text: string): number => Number(plainNumber(text, document.documentElement.lang))

const compare = (value: string, bound: unknown): number =>
  typeof bound === 'number'
    ? numberOf(value) - bound
    : value < String(bound)
      ? -1
      : Number(value > String(bound))

function holds(condition: Condition): boolean {
  if (condition.any) return condition.any.some(holds)
  if (condition.all) return condition.all.every(holds)
  const values = valuesOf(condition.question ?? '')
  const isAny = (wanted: unknown): boolean =>
    values.some(
      (value) => value === String(wanted) || (typeof wanted === 'number' && numberOf(value) === wanted),
    )
  const { over, under, contains } = condition
  if (condition.is !== undefined)
    return isAny(condition.is) || (condition.is === true && values.includes('yes'))
  if (condition.isNot !== undefined) return !isAny(condition.isNot)
  if (condition.in) return condition.in.some(isAny)
  if (contains !== undefined)
    return values.some((value) => value.toLowerCase().includes(contains.toLowerCase()))
  if (over !== undefined) return values.some((value) => compare(value, over) > 0)
  if (under !== undefined) return values.some((value) => compare(value, under) < 0)
  return values.length > 0 === (condition.answered ?? true)
}

function show(): void {
  for (const part of form?.querySelectorAll<HTMLElement>('[data-if]') ?? []) {
    const isShown = holds(JSON.parse(part.dataset['if'] ?? '{}') as Condition)
    part.hidden = !isShown
    delete part.dataset['off']
    for (const field of part.querySelectorAll<HTMLInputElement>('input,select,textarea,button'))
      field.disabled = !isShown
  }
}

form?.addEventListener('input', show)
addEventListener('pageshow', show)
show()
