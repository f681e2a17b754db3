import { draftOf, type Draft, type Typed } from '../../form/draft.ts'
import { type Answer, type ResponseRecord, fingerprintOf, type AnswerEntry } from '../../form/response.ts'
import { textsOf } from '../../form/languages.ts'
import { languagesOf, translatorFor } from '../../form/translations.ts'
import { answersIn, questionsIn } from '../../form/conditions.ts'
import { typeNamed } from '../../form/components.ts'
import type { Submitted } from '../../form/read-answer.ts'
import { optionsOf } from '../../form/types/answers.ts'
import type { PublishedForm, PublishedStep } from '../../form/form.ts'
import { languageCss, languageField, languageMenu, pageAddress } from './visited-form.ts'
import { loadDialCodes } from '../reference-data.ts'
import { boxedCss, problemText, tickCss } from '../components/controls.ts'
import { defaultButtons, directionField } from '../components/next-button.ts'
import type { Drawing, Shown, StepDrawing } from '../components/page-component.ts'
import {
  basisField,
  componentsOf,
  fieldId,
  fieldName,
  linesOf,
  screenName,
  stepsOf,
  titleOf,
  writerField,
  type StepComponent,
} from './form-steps.ts'
import { attributes, hiddenInput, html, nothing, type Html } from '../../html/html.ts'
import { accessibilityPath } from './accessibility-page.ts'
import { type Page, pageTop } from './layout.ts'
import { calloutCss, nameOf, problemSummary, type PageProblem } from './problem-summary.ts'
import type { StepProblem } from './read-step.ts'
import { storedFields } from './typed-text.ts'
import { prefillAgain, fittingIn, hiddenInputs, type Prefill } from './prefill.ts'
import { trap, workField } from './spam.ts'
import { decidedFor, readsStep, wayOf, type Way } from './way.ts'
import { tokenField } from './session.ts'

export type StepVisit = {
  readonly form: PublishedForm
  /** From 0, among the steps that ask. */
  readonly stepIndex: number
  readonly token: string
  /** The id of this load of the page. */
  readonly writer: string
  /** Whether its browser keeps no cookie. */
  readonly isCookieless?: boolean
  /** What its browser solves (`taskFor`). */
  readonly task?: string | undefined
  readonly record?: ResponseRecord
  /** Whether it changes a finished response. */
  readonly isChange?: boolean | undefined
  /** What was typed before and is no answer yet. */
  readonly draft?: Draft
  /** Whether it was sent before, so that what is empty was left empty. */
  readonly isSent?: boolean
  /** What was just sent, shown again for each question but the settled ones, whose answers are stored. */
  readonly again?: { readonly fields: SentFields; readonly settled: ReadonlySet<string> }
  readonly problems?: readonly StepProblem[]
  readonly conflicts?: readonly Conflict[]
  /** A sentence above the form. */
  readonly notice?: string | undefined
  /** What stands above it, with a form of its own. */
  readonly above?: Html
  /** What the address of the form fills in. */
  readonly prefill?: Prefill
}

type SentFields = ReadonlyMap<string, readonly string[]>

/** The name of the hidden field that says which step was sent, counted from 1. */
export const stepField = 'step'

/** The name of the hidden field that says that the page shows one question of its step; others are without it. */
export const questionsField = 'questions'

/** The name in the query of the address that a step is sent to, and that shows what is to be corrected: the step, counted from 1. */
export const sentField = 'sent'

/** The name in the query of the address of the step after one in which an answer was changed elsewhere. No key of a question has a hyphen. */
export const newerField = 'newer-answer'

export async function stepPage(visit: StepVisit): Promise<Page> {
  const { form, stepIndex } = visit
  const step = stepsOf(form).asking[stepIndex] ?? { name: form.name, components: [] }
  const way = wayOf(form, visit.record?.data ?? [])
  const components = componentsOf(step).filter((component) => isDrawn(component, { step, way }))
  const problems = problemsOf(visit, components)
  const title = titleOf(components, form.style)
  const shared = await sharedBy(components, visit, way)
  const prefilled =
    visit.prefill && !visit.again ? await fittingIn(components, visit.prefill, form) : undefined
  const drawings = components.map((component) => ({
    component,
    drawing: drawingOf(component, visit, { shared, components, prefilled }),
  }))
  const parts = drawings.map(({ component, drawing }) =>
    part(component, drawing, { ...visit, ...turnOf(component, { step, way, record: visit.record }) }),
  )
  const shown = { language: form.language, say: translatorFor(form) }
  const own = screenName(step, form.style)
  const name = own === form.name ? form.name : `${own} – ${form.name}`
  return {
    status: Math.max(200, ...(visit.again ? problems.map(({ status }) => status) : [])),
    title: problems.length > 0 ? `${textsOf(form.language).page.error} ${name}` : name,
    style: form.style,
    language: form.language,
    about: form,
    ...neededBy(visit, drawings),
    body: html`
      ${menu(visit)} ${progress(form, stepIndex, way)}
      ${problems.length > 0 && problemSummary(problems, { components, shown })}
      ${visit.notice !== undefined && html`<p class="notice" role="status">${visit.notice}</p>`}
      ${visit.above}
      ${title === undefined && html`<div class="heading"><h1 dir="auto">${step.name}</h1></div>`}
      ${formElement(visit, { step, shared, parts })}
    `,
  }
}

/** What the components of a step know alike. */
const sharedBy = async (
  components: readonly StepComponent[],
  { form, stepIndex, token, record }: StepVisit,
  way: Way,
): Promise<StepDrawing> => ({
  isLast: stepIndex === way.steps.at(-1),
  hasBack: stepIndex > 0,
  // A token begins with the id of its response.
  seed: token.split('.', 1)[0] ?? '',
  dialCodes: components.some(asksDialCode) ? await loadDialCodes(form.language) : [],
  ...emailIn(record),
})

/** The way to this step in the other languages of its form, with what was typed and all that the address fills in. */
function menu({ form, stepIndex, prefill, problems }: StepVisit): Html {
  if (languagesOf(form).length === 1) return nothing
  const query = `${problems?.length ? sentField : stepField}=${stepIndex + 1}${prefill ? prefillAgain(prefill) : ''}`
  const press = { form: formId, name: directionField, value: showDirection }
  // Enter in a field presses the first button of a form, which must not be that of a language.
  return html`<button
      ${attributes({ ...press, value: 'next' })}
      class="unseen"
      tabindex="-1"
      aria-hidden="true"
    ></button>
    ${languageMenu(form, { query }, press)}`
}

const formId = 'form'

type Drawn = { readonly component: StepComponent; readonly drawing: Drawing }

/** What the components of a page need besides their markup. */
function neededBy(
  visit: StepVisit,
  drawings: readonly Drawn[],
): Pick<Page, 'rules' | 'scripts' | 'images' | 'frames'> {
  const components = drawings.map(({ component }) => component)
  const { problems = [], conflicts = [], notice, above } = visit
  const hasCallout = problems.length + conflicts.length > 0 || notice !== undefined || above !== undefined
  return {
    rules: [
      ...drawings.flatMap(({ component, drawing }) => component.page.rules?.(drawing) ?? []),
      ...(conflicts.length > 0 ? [tickCss, boxedCss, versionCss] : []),
      ...(hasCallout ? [calloutCss] : []),
      ...(components.some(({ visibleIf }) => visibleIf) ? [offCss] : []),
      ...(languagesOf(visit.form).length > 1 ? [languageCss] : []),
    ],
    scripts: [
      ...components.flatMap(({ page, content }) => page.scripts?.(content) ?? []),
      ...(savesItself(visit, components) ? ['autosave' as const] : []),
      ...(components.some(({ visibleIf }) => visibleIf) ? ['visibility' as const] : []),
      ...(visit.task === undefined ? [] : ['proof-of-work' as const]),
    ],
    images: components.flatMap(({ page, content }) => page.images?.(content) ?? []),
    frames: components.flatMap(({ page, content }) => page.frames?.(content) ?? []),
  }
}

/**
 * Whether a component is on the page: unless other steps decide that it is hidden. One that depends on a question of its own
 * step is always there; a script hides it, and the server reads it only where its condition holds.
 */
const isDrawn = (
  { questionId, visibleIf }: StepComponent,
  { step, way }: { readonly step: PublishedStep; readonly way: Way },
): boolean => visibleIf === undefined || !way.hidden.has(questionId) || readsStep(visibleIf, step)

/** What the conditions of a step read of its own questions, for the script; undefined where they read nothing. */
function readByConditions(step: PublishedStep, record: ResponseRecord | undefined): string | undefined {
  const ids = new Set(step.components.flatMap(({ visibleIf = {} }) => questionsIn(visibleIf)))
  const answers = answersIn(record?.data ?? [])
  const read = step.components
    .filter(({ questionId }) => ids.has(questionId))
    .map(({ questionId, type, content, own = content }) => {
      const kind = typeNamed(type)?.answerKind
      const parts = optionsOf(own, kind === 'rows' ? 'rows' : 'options')
      const isKept = kind === 'files' || kind === 'secret'
      return [questionId, { kind, parts, kept: isKept ? answers.get(questionId) : undefined }]
    })
  return read.length === 0 ? undefined : JSON.stringify(Object.fromEntries(read))
}

/** The condition of a component that turns within its step, for the script, and whether it is hidden at first. */
function turnOf(
  { visibleIf, questionId }: StepComponent,
  { step, way, record }: { step: PublishedStep; way: Way; record: ResponseRecord | undefined },
): { readonly shownIf?: string; readonly isOff?: boolean } {
  if (!visibleIf || !readsStep(visibleIf, step)) return {}
  const condition = decidedFor(visibleIf, step, answersIn(record?.data ?? []))
  return { shownIf: JSON.stringify(condition), isOff: way.hidden.has(questionId) }
}

const problemsOf = (
  { form, problems = [], conflicts = [] }: StepVisit,
  components: readonly StepComponent[],
): readonly PageProblem[] => [
  ...problems,
  ...components
    .filter(({ questionId }) => conflicts.some((conflict) => conflict.questionId === questionId))
    .map((component) => ({
      id: fieldId(component, ''),
      message: textsOf(form.language).page.conflict,
      status: 409,
    })),
]

/** What will be hidden by the script is hidden before it runs, so that nothing moves. */
const offCss = '@media (scripting:enabled){[data-off]{display:none}}'

function part(
  component: StepComponent,
  drawing: Drawing,
  visit: StepVisit & ReturnType<typeof turnOf>,
): Html {
  const { questionId, type, page } = component
  const conflict = visit.conflicts?.find((one) => one.questionId === questionId)
  const basis = (type.asks && basisOf(questionId, visit)) || undefined
  return html`
    <div ${attributes({ class: type.type, 'data-if': visit.shownIf, 'data-off': visit.isOff })}>
      ${hiddenInput(basisField(questionId), basis)}
      ${conflict ? conflictChoice(component, conflict, visit) : page.draw(drawing)}
    </div>
  `
}

/** The fingerprint of the stored answer that a question is drawn from; '' without one. */
function basisOf(questionId: string, { again, conflicts, record, draft }: StepVisit): string {
  const isInConflict = conflicts?.some((conflict) => conflict.questionId === questionId)
  // What is shown as it was sent stays based on the page that it was sent from.
  if (again && (isInConflict || !again.settled.has(questionId)))
    return again.fields.get(basisField(questionId))?.at(-1) ?? ''
  const typed = typedOf(questionId, draft)
  if (typed) return typed.basis
  return record ? fingerprintOf(record.id, questionId, record.data) : ''
}

const typedOf = (questionId: string, draft: Draft = []): Typed | undefined => draftOf(draft, questionId).typed

/** Whether its script saves what is typed. Between two versions of an answer the person has to choose first. */
const savesItself = ({ conflicts = [] }: StepVisit, components: readonly StepComponent[]): boolean =>
  conflicts.length === 0 && components.some(({ type }) => type.asks)

/** The value of the button that asks for a link to go on elsewhere. */
export const linkDirection = 'link'

/** The value of the buttons that show a step by its address: in another language, with what was typed, or once more. */
export const showDirection = 'show'

/** Below the buttons: whether what was typed is saved, the way to another device, and what the form is like for everybody. */
function foot(form: PublishedForm, { saves, isChange }: { saves: boolean; isChange: boolean }): Html {
  const { saving, accessibility } = textsOf(form.language)
  // Beside the page, so that nothing typed is lost.
  const link = {
    href: pageAddress(form, { path: accessibilityPath }),
    target: '_blank',
    rel: 'help noopener',
  }
  return html`
    <div class="foot small">
      ${saves && html`<p id="saving" role="status" ${attributes({ 'data-offline': saving.offline })}></p>`}
      ${
        saves &&
        !isChange &&
        html`<button type="submit" name="${directionField}" value="${linkDirection}" class="plain">
          ${saving.otherDevice}
        </button>`
      }
      <a class="plain" ${attributes(link)}>${accessibility.title}</a>
    </div>
  `
}

function formElement(
  { form, stepIndex, token, writer, ...visit }: StepVisit,
  { step, shared, parts }: { step: PublishedStep; shared: StepDrawing; parts: readonly Html[] },
): Html {
  const saves = savesItself({ form, stepIndex, token, writer, ...visit }, componentsOf(step))
  const hasFiles = step.components.some(({ type }) => typeNamed(type)?.answerKind === 'files')
  const own = {
    id: formId,
    method: 'post',
    // Not the address of the page, or a page with problems would take its place in the history.
    action: pageAddress(form, { query: `${sentField}=${stepIndex + 1}${visit.prefill?.carried ?? ''}` }),
    'data-conditions': readByConditions(step, visit.record),
    'data-save': saves ? pageAddress(form, { path: '/save' }) : undefined,
    novalidate: true,
    enctype: hasFiles ? 'multipart/form-data' : undefined,
  }
  const hasButton = step.components.some(({ type }) => typeNamed(type)?.isButton)
  return html`
    <form ${attributes(own)}>
      ${hiddenInput(tokenField, token)} ${hiddenInput(stepField, stepIndex + 1)}
      ${hiddenInput(writerField, writer)} ${hiddenInput(workField, visit.task)}
      ${form.style.layout.questions === 'one' && hiddenInput(questionsField, 'one')}
      ${languagesOf(form).length > 1 && hiddenInput(languageField, form.language ?? 'en')}
      ${visit.prefill && visit.record === undefined && hiddenInputs(visit.prefill)} ${parts}
      ${!hasButton && html`<div class="NextButton">${defaultButtons({ ...shared, language: form.language })}</div>`}
      ${foot(form, { saves, isChange: visit.isChange === true })} ${trap(form.language)}
    </form>
  `
}

/** How far a person has come: the bar counts the steps that are done. */
function progress(form: PublishedForm, stepIndex: number, { steps }: Way): Html {
  const { style, language } = form
  const [at, of] = [steps.filter((index) => index <= stepIndex).length, steps.length]
  const drawn =
    style.layout.progress === 'steps'
      ? html`<span class="steps" aria-hidden="true"
          >${steps.map((_, i) => html`<i ${attributes({ class: i < at ? 'past' : undefined })}></i>`)}</span
        >`
      : html`<progress aria-hidden="true" ${attributes({ value: at - 1, max: of })}></progress>`
  const isShown = of > 1 && style.layout.progress !== 'none'
  return pageTop(
    form,
    isShown
      ? html`<p>${textsOf(language).page.step(at, of)}</p>
          ${drawn}`
      : nothing,
  )
}

function drawingOf(
  component: StepComponent,
  { form, again, record, draft, isSent, problems = [] }: StepVisit,
  {
    shared,
    components,
    prefilled,
  }: {
    shared: StepDrawing
    components: readonly StepComponent[]
    prefilled: ReadonlyMap<string, Submitted> | undefined
  },
): Drawing {
  const { questionId, content, required, description } = component
  const saved = record?.data.find((entry) => entry.questionId === questionId)?.response
  // A settled question without an answer was left empty, and stays so.
  const sent = again?.settled.has(questionId) && saved !== undefined ? undefined : again?.fields
  const before =
    storedFields(component, { record, draft }, form.language) ??
    prefilled?.get(questionId) ??
    (isSent === true ? leftEmpty : undefined)
  const id = (field = ''): string => fieldId(component, field)
  return {
    content,
    isRequired: required,
    ...(description !== undefined && { description }),
    language: form.language,
    say: translatorFor(form),
    id,
    name: (field = '') => fieldName(questionId, field),
    values: (field = '') => (sent ? sent.get(fieldName(questionId, field)) : before?.get(field)) ?? [],
    problem: (field = '') => problems.find((problem) => problem.id === id(field))?.message,
    ...(saved === undefined ? {} : { saved }),
    step: shared,
    isHeading: component === titleOf(components, form.style),
    isBackHere: shared.hasBack && component === components.findLast(({ type }) => type.isButton),
  }
}

const leftEmpty: Submitted = new Map([['', ['']]])

const asksDialCode = ({ type, content }: StepComponent): boolean => type.dialCodeLists(content) > 0

function emailIn(record: ResponseRecord | undefined): { readonly email?: string } {
  const emails = (record?.data ?? []).flatMap(({ response }) => emailsOf(response))
  const email = emails.find((text): text is string => typeof text === 'string')
  return email === undefined ? {} : { email }
}

const emailsOf = (answer: Answer): readonly unknown[] =>
  (typeNamed(answer.type)?.emailMembers ?? []).map((member) => answer[member])

/** A question whose sent answer contradicts a stored one that is newer than the page it was sent from. */
type Conflict = { readonly questionId: string; readonly sent: readonly AnswerEntry[] }

/**
 * A question in conflict: both answers as radio buttons. Each button sends a basis that lets `applySave` decide as the
 * person chose: that of the stored answer makes the sent one a change of it; that of the sent answer makes it no
 * change at all. Without a choice the page's own basis stands, and the conflict is there again.
 */
function conflictChoice(
  component: StepComponent,
  { questionId, sent }: Conflict,
  { form, record }: StepVisit,
): Html {
  const refill = (answer: Answer | undefined): Submitted | undefined =>
    answer && component.page.refill?.(answer, component.content, form.language)
  const stored = (record?.data ?? []).filter((entry) => entry.questionId === questionId)
  const fingerprintFor = (entries: readonly AnswerEntry[]): string =>
    fingerprintOf(record?.id ?? '', questionId, entries)
  const shown = { language: form.language, say: translatorFor(form) }
  const { page } = textsOf(form.language)
  const id = fieldId(component, '')
  const group = { role: 'radiogroup', 'aria-describedby': `${id}-problem`, 'aria-invalid': 'true' }
  return html`
    <fieldset class="field" ${attributes(group)}>
      <legend dir="auto">${nameOf(component, shown)}</legend>
      ${problemText(shown, `${id}-problem`, page.conflict)}
      <div class="choices boxed">
        ${version(component, { id, label: page.sentNow, basis: fingerprintFor(stored), answer: sent[0]?.response, shown })}
        ${version(component, { label: page.savedBefore, basis: fingerprintFor(sent), answer: stored[0]?.response, shown })}
      </div>
      ${resent(component, refill(sent[0]?.response))}
    </fieldset>
  `
}

type Version = {
  readonly id?: string
  readonly label: string
  readonly basis: string
  readonly answer: Answer | undefined
  readonly shown: Shown
}

const versionCss = '.version{display:grid;min-width:0;white-space:pre-line}'

const version = (component: StepComponent, { id, label, basis, answer, shown }: Version): Html => html`
  <label class="choice"
    ><input ${attributes({ type: 'radio', id, name: basisField(component.questionId), value: basis })} />
    <span class="version"
      ><span class="hint">${label}</span>
      ${linesOf(component, answer, shown).map((line) => html`<span dir="auto">${line}</span>`)}</span
    ></label
  >
`

const resent = ({ questionId }: StepComponent, fields: Submitted | undefined): readonly Html[] =>
  [...(fields ?? [])].flatMap(([field, values]) =>
    values.map((value) => hiddenInput(fieldName(questionId, field), value)),
  )
