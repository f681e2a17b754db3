import { draftOf, type Draft } from '../../form/draft.ts'
import { type Answer, type ResponseRecord, fingerprintOf, type AnswerEntry } from '../../form/response.ts'
import { textsOf } from '../../form/languages.ts'
import { languagesOf, translatorFor } from '../../form/translations.ts'
import { withColon } from '../../form/words.ts'
import { answersIn, questionsIn } from '../../form/conditions.ts'
import { typeNamed } from '../../form/components.ts'
import type { FieldValues } from '../../form/read-answer.ts'
import { contentText, optionsOf } from '../../form/types/answers.ts'
import { withoutUrls } from '../../form/types/texts.ts'
import type { PublishedForm, PublishedStep } from '../../form/form.ts'
import { languageCss, languageField, languageMenu, pageAddress, type Page, pageTop } from './layout.ts'
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
  titleOf,
  writerField,
  type StepComponent,
  questionName,
  decidedFor,
  readsStep,
} from './form-steps.ts'
import { stepsOf, pathThrough, type FormPath } from '../../form/form-path.ts'
import { attributes, hiddenInput, html, nothing, type Html } from '../../html/html.ts'
import { accessibilityPath } from './accessibility-page.ts'
import { type StepProblem, storedFields } from './read-step.ts'
import { prefillQuery, validValues, hiddenInputs, type Prefill } from './prefill.ts'
import { honeypot, workField } from './spam.ts'
import { tokenField } from './session.ts'

export type StepVisit = {
  readonly form: PublishedForm
  /** From 0, among the steps with questions. */
  readonly stepIndex: number
  readonly token: string
  /** The id of this load of the page. */
  readonly writer: string
  /** Whether its browser keeps no cookie. */
  readonly isCookieless?: boolean
  /** The proof of work for the browser (`taskFor`). */
  readonly task?: string | undefined
  readonly record?: ResponseRecord
  /** Whether it changes a finished response. */
  readonly isChange?: boolean | undefined
  /** Typed text that is not a valid answer. */
  readonly draft?: Draft
  /** Whether the step was sent before, so that empty fields were left empty. */
  readonly isSent?: boolean
  /** What was just sent, shown again for all questions but those in `stored`, which are shown as they are stored. */
  readonly again?: {
    readonly fields: ReadonlyMap<string, readonly string[]>
    readonly stored: ReadonlySet<string>
  }
  readonly problems?: readonly StepProblem[]
  readonly conflicts?: readonly Conflict[]
  /** A sentence above the form. */
  readonly notice?: string | undefined
  /** A notice with a form of its own, above the form. */
  readonly above?: Html | undefined
  /** The values in the address of the form. */
  readonly prefill?: Prefill
}

/** The name of the hidden field with the step, counted from 1. */
export const stepField = 'step'

/** The name of the hidden field of pages that show one question of a step. */
export const questionsField = 'questions'

/** The name in the query of the address that a step is sent to and that shows its problems: the step, counted from 1. */
export const sentField = 'sent'

/** The name in the query of the address that shows `newerNotice`. The hyphen keeps it different from all keys of questions. */
export const newerField = 'newer-answer'

export async function stepPage(visit: StepVisit): Promise<Page> {
  const { form, stepIndex } = visit
  const step = stepsOf(form).asking[stepIndex] ?? { name: form.name, components: [] }
  const path = pathThrough(form, visit.record?.data ?? [])
  const components = componentsOf(step).filter((component) => isDrawn(component, { step, path }))
  const problems = problemsOf(visit, components)
  const title = titleOf(components, form.style)
  const shared: StepDrawing = {
    isLast: stepIndex === path.steps.at(-1),
    hasBack: stepIndex > 0,
    hasKeys: form.style.layout.questions === 'one',
    // A token begins with the id of its response.
    seed: visit.token.split('.', 1)[0] ?? '',
    dialCodes: components.some(({ type, content }) => type.dialCodeLists(content) > 0)
      ? await loadDialCodes(form.language)
      : [],
    email: (visit.record?.data ?? [])
      .flatMap(({ response }) =>
        (typeNamed(response.type)?.emailMembers ?? []).map((member) => response[member]),
      )
      .find((text) => typeof text === 'string'),
  }
  const prefilled =
    visit.prefill && !visit.again ? await validValues(components, visit.prefill, form) : undefined
  const drawings = components.map((component) => ({
    component,
    drawing: drawingOf(component, visit, { shared, components, prefilled }),
  }))
  const parts = drawings.map(({ component, drawing }) =>
    part(component, drawing, { ...visit, ...conditionOf(component, { step, path, record: visit.record }) }),
  )
  const shown = { language: form.language, translate: translatorFor(form) }
  const own = screenName(step, form.style)
  const name = own === form.name ? form.name : `${own} – ${form.name}`
  return {
    status: Math.max(200, ...(visit.again ? problems.map(({ status }) => status) : [])),
    title: problems.length > 0 ? `${textsOf(form.language).page.error} ${name}` : name,
    style: form.style,
    language: form.language,
    about: form,
    ...requirementsOf(visit, drawings),
    body: html`
      ${stepLanguageMenu(visit)} ${progress(form, stepIndex, path)}
      ${problems.length > 0 && problemSummary(problems, components, shown)}
      ${visit.notice !== undefined && html`<p class="notice" role="status">${visit.notice}</p>`}
      ${visit.above}
      ${title === undefined && html`<div class="heading"><h1 dir="auto">${step.name}</h1></div>`}
      ${formElement(visit, { step, shared, parts })}
    `,
  }
}

/** Leads to this step in the other languages of its form, with what was typed and all values of the address. */
function stepLanguageMenu({ form, stepIndex, prefill, problems }: StepVisit): Html {
  if (languagesOf(form).length === 1) return nothing
  const query = `${problems?.length ? sentField : stepField}=${stepIndex + 1}${prefill ? prefillQuery(prefill) : ''}`
  const submit = { form: formId, name: directionField, value: showDirection }
  // Enter in a field presses the first button of a form, which must not switch the language.
  return html`<button
      ${attributes({ ...submit, value: 'next' })}
      class="visually-hidden"
      tabindex="-1"
      aria-hidden="true"
    ></button>
    ${languageMenu(form, { query }, submit)}`
}

const formId = 'form'

/** What the components of a page need besides their markup. */
function requirementsOf(
  visit: StepVisit,
  drawings: readonly { readonly component: StepComponent; readonly drawing: Drawing }[],
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
      ...(hasAutosave(visit, components) ? ['autosave' as const] : []),
      ...(components.some(({ visibleIf }) => visibleIf) ? ['visibility' as const] : []),
      ...(visit.task === undefined ? [] : ['proof-of-work' as const]),
      ...(visit.form.style.layout.questions === 'one' ? ['choice-keys' as const] : []),
    ],
    images: components.flatMap(({ page, content }) => page.images?.(content) ?? []),
    frames: components.flatMap(({ page, content }) => page.frames?.(content) ?? []),
  }
}

/**
 * Whether a component is on the page. One that other steps hide is not. One that depends on a question of its own step always is:
 * a script hides it, and the server reads it only where its condition holds.
 */
const isDrawn = (
  { questionId, visibleIf }: StepComponent,
  { step, path }: { readonly step: PublishedStep; readonly path: FormPath },
): boolean => visibleIf === undefined || !path.hidden.has(questionId) || readsStep(visibleIf, step)

/** The questions of a step that its own conditions read, for the script; undefined if there are none. */
function conditionData(step: PublishedStep, record: ResponseRecord | undefined): string | undefined {
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

/** The condition of a component that reads questions of its step, for the script, and whether it is hidden at first. */
function conditionOf(
  { visibleIf, questionId }: StepComponent,
  { step, path, record }: { step: PublishedStep; path: FormPath; record: ResponseRecord | undefined },
): { readonly shownIf?: string; readonly isOff?: boolean } {
  if (!visibleIf || !readsStep(visibleIf, step)) return {}
  const condition = decidedFor(visibleIf, step, answersIn(record?.data ?? []))
  return { shownIf: JSON.stringify(condition), isOff: path.hidden.has(questionId) }
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

/** A problem of an answer, or a conflict. */
type PageProblem = { readonly id: string; readonly message: string; readonly status: number }

/** The problems as links to their fields. Each link names its question, because the summary is focused first. */
function problemSummary(
  problems: readonly PageProblem[],
  components: readonly StepComponent[],
  shown: Shown,
): Html {
  const { haveTwoVersions, needCorrecting } = textsOf(shown.language).page
  const isConflict = problems.every(({ status }) => status === 409)
  const title = (isConflict ? haveTwoVersions : needCorrecting)(problems.length)
  const links = problems.map(({ id, message }) => {
    const component = components.find(
      (one) => id === fieldId(one, '') || id.startsWith(`${fieldId(one, '')}-`),
    )
    const name = component ? withColon(questionName(withoutLinks(component), shown, id)) : ''
    return html`<li>
      <a ${attributes({ href: `#${id}` })}><bdi>${name}</bdi> ${message}</a>
    </li>`
  })
  return html`
    <div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary">
      <h2 id="summary">${title}</h2>
      <ul>
        ${links}
      </ul>
    </div>
  `
}

/** A component whose text, which may be its name, has no links. */
const withoutLinks = (component: StepComponent): StepComponent => ({
  ...component,
  content: { ...component.content, text: withoutUrls(contentText(component.content, 'text')) },
})

/** CSS of the summary and of notices. */
const calloutCss = `
.summary,.notice{margin-bottom:var(--gap);padding:1rem 1.25rem;border:1px solid var(--error);border-inline-start-width:.375rem;border-radius:var(--corner);background:var(--background)}
.summary:focus{outline:2px solid var(--error);outline-offset:0}
.notice{border-color:var(--accent)}
.summary h2{font-size:1.125rem}
.summary ul{margin-block:.25rem -.35rem;list-style:none}
.summary a{color:var(--error);font-weight:600;line-height:1.35}
.summary a,.notice a{display:inline-block;padding-block:.625rem}
`

/** Hides conditional components before the script runs, so that nothing moves. */
const offCss = '@media (scripting:enabled){[data-off]{display:none}}'

function part(
  component: StepComponent,
  drawing: Drawing,
  visit: StepVisit & ReturnType<typeof conditionOf>,
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

/** The fingerprint of the stored answer that the page shows for a question; '' without one. */
function basisOf(questionId: string, { again, conflicts, record, draft }: StepVisit): string {
  const isInConflict = conflicts?.some((conflict) => conflict.questionId === questionId)
  // A value that is shown again keeps the basis of the page that sent it.
  if (again && (isInConflict || !again.stored.has(questionId)))
    return again.fields.get(basisField(questionId))?.at(-1) ?? ''
  const { typed } = draftOf(draft ?? [], questionId)
  if (typed) return typed.basis
  return record ? fingerprintOf(record.id, questionId, record.data) : ''
}

/** Whether its script saves while a person types. With a conflict, the person has to choose a version first. */
const hasAutosave = ({ conflicts = [] }: StepVisit, components: readonly StepComponent[]): boolean =>
  conflicts.length === 0 && components.some(({ type }) => type.asks)

/** The value of the button that asks for a link for another device. */
export const linkDirection = 'link'

/** The value of the buttons that show the address they post to: a step in another language, or the same step again. */
export const showDirection = 'show'

/** Below the buttons: the state of saving, the link for another device, and the accessibility statement. */
function foot(form: PublishedForm, { saves, isChange }: { saves: boolean; isChange: boolean }): Html {
  const { saving, accessibility } = textsOf(form.language)
  // In a new tab, so that nothing typed is lost.
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
  const saves = hasAutosave({ form, stepIndex, token, writer, ...visit }, componentsOf(step))
  const hasFiles = step.components.some(({ type }) => typeNamed(type)?.answerKind === 'files')
  const own = {
    id: formId,
    method: 'post',
    // Not the address of the page: otherwise a page with problems would replace it in the history.
    action: pageAddress(form, { query: `${sentField}=${stepIndex + 1}${visit.prefill?.carried ?? ''}` }),
    'data-conditions': conditionData(step, visit.record),
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
      ${foot(form, { saves, isChange: visit.isChange === true })} ${honeypot(form.language)}
    </form>
  `
}

/** The progress of a person. The step that is shown counts, so that it begins above zero and ends full. */
function progress(form: PublishedForm, stepIndex: number, { steps }: FormPath): Html {
  const { style, language } = form
  const [at, of] = [steps.filter((index) => index <= stepIndex).length, steps.length]
  const drawn =
    style.layout.progress === 'steps'
      ? html`<span class="steps" aria-hidden="true"
          >${steps.map((_, i) => html`<i ${attributes({ class: i < at ? 'past' : undefined })}></i>`)}</span
        >`
      : html`<progress aria-hidden="true" ${attributes({ value: at, max: of })}></progress>`
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
    prefilled: ReadonlyMap<string, FieldValues> | undefined
  },
): Drawing {
  const { questionId, content, required, description } = component
  const saved = record?.data.find((entry) => entry.questionId === questionId)?.response
  // A question that was stored without an answer was left empty, and stays so.
  const sent = again?.stored.has(questionId) && saved !== undefined ? undefined : again?.fields
  const before =
    storedFields(component, { record, draft }, form.language) ??
    prefilled?.get(questionId) ??
    (isSent === true ? leftEmpty : undefined)
  const id = (field = ''): string => fieldId(component, field)
  return {
    content,
    isRequired: required,
    description,
    language: form.language,
    translate: translatorFor(form),
    id,
    name: (field = '') => fieldName(questionId, field),
    values: (field = '') => (sent ? sent.get(fieldName(questionId, field)) : before?.get(field)) ?? [],
    problem: (field = '') => problems.find((problem) => problem.id === id(field))?.message,
    saved,
    step: shared,
    isHeading: component === titleOf(components, form.style),
    isBackHere: shared.hasBack && component === components.findLast(({ type }) => type.isButton),
  }
}

const leftEmpty: FieldValues = new Map([['', ['']]])

/** A question whose sent answer contradicts a stored one that is newer than the page it was sent from. */
type Conflict = { readonly questionId: string; readonly sent: readonly AnswerEntry[] }

/**
 * A question in conflict: both answers as radio buttons. Each button sends a basis with which `applySave` keeps the chosen answer: with
 * the stored answer's basis the sent one is a change of it; with its own basis it is no change. Without a choice the basis stays
 * that of the page, and the conflict comes again.
 */
function conflictChoice(
  component: StepComponent,
  { questionId, sent }: Conflict,
  { form, record }: StepVisit,
): Html {
  const refill = (answer: Answer | undefined): FieldValues | undefined =>
    answer && component.page.refill?.(answer, component.content, form.language)
  const stored = (record?.data ?? []).filter((entry) => entry.questionId === questionId)
  const fingerprintFor = (entries: readonly AnswerEntry[]): string =>
    fingerprintOf(record?.id ?? '', questionId, entries)
  const shown = { language: form.language, translate: translatorFor(form) }
  const { page } = textsOf(form.language)
  const id = fieldId(component, '')
  const group = { role: 'radiogroup', 'aria-describedby': `${id}-problem`, 'aria-invalid': 'true' }
  return html`
    <fieldset class="field" ${attributes(group)}>
      <legend dir="auto">${questionName(component, shown)}</legend>
      ${problemText(shown, `${id}-problem`, page.conflict)}
      <div class="choices boxed">
        ${version(component, { id, label: page.sentNow, basis: fingerprintFor(stored), answer: sent[0]?.response, shown })}
        ${version(component, { label: page.savedBefore, basis: fingerprintFor(sent), answer: stored[0]?.response, shown })}
      </div>
      ${[...(refill(sent[0]?.response) ?? [])].flatMap(([field, values]) =>
        values.map((value) => hiddenInput(fieldName(questionId, field), value)),
      )}
    </fieldset>
  `
}

const versionCss = '.version{display:grid;min-width:0;white-space:pre-line}'

const version = (
  component: StepComponent,
  {
    id,
    label,
    basis,
    answer,
    shown,
  }: { id?: string; label: string; basis: string; answer: Answer | undefined; shown: Shown },
): Html => html`
  <label class="choice"
    ><input ${attributes({ type: 'radio', id, name: basisField(component.questionId), value: basis })} />
    <span class="version"
      ><span class="hint">${label}</span>
      ${linesOf(component, answer, shown).map((line) => html`<span dir="auto">${line}</span>`)}</span
    ></label
  >
`
