/**
 * Saves a step while a person types: two seconds after the last change, and when the page is left. Without a connection it tries
 * again, with growing pauses. The page works without it.
 *
 * A reloaded page may have been drawn before the last save of the previous page arrived. So a page that is left with unsaved input
 * leaves a copy in the storage of its tab. If the next page shows the same step, it takes the copy and continues as the same writer.
 * So does a page that stays after its button was pressed, and is reloaded.
 */
type SaveReply = { readonly text: string; readonly basis: Readonly<Record<string, string>> }

type Parts = {
  readonly form: HTMLFormElement
  readonly sign: HTMLElement
  /** Names the load of the page, and counts its saves. */
  readonly writer: HTMLInputElement
}

type State = {
  /** Whether a save is on its way. */
  isBusy: boolean
  isChanged: boolean
  /** Whether a button was pressed: the next page then shows what was sent. */
  isSent: boolean
  /** Whether the page was about to be left during a save, with no change since. */
  isLeft?: boolean
  /** How many saves in a row did not reach the server. */
  fails: number
  /** Whether the last save reached the server, even if the browser says that it is offline. */
  isReached: boolean
  /** The button that was pressed without a connection. */
  pressed?: { readonly button: HTMLElement | null } | undefined
}

const pauses = [1, 2, 5, 15, 30, 60]

/** The fields of a form, without files and passwords. */
function textsOf(form: HTMLFormElement): string {
  const texts = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && !form.querySelector(`[type=password][name="${CSS.escape(name)}"]`))
      texts.append(name, value)
  return texts.toString()
}

/** Sets the fingerprint of the stored answer that the next change is based on. */
function setBasis(form: HTMLFormElement, question: string, value: string): void {
  const name = `basis.${question}`
  let input = form.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)
  if (!input) {
    input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    form.append(input)
  }
  input.value = value
}

/** Sends a form. `hasFailed`: it must be sent again. */
async function send(form: HTMLFormElement): Promise<SaveReply & { readonly hasFailed: boolean }> {
  const body = textsOf(form)
  const reply = await fetch(form.dataset['save'] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
    keepalive: body.length < 60_000,
    signal: AbortSignal.timeout(15_000),
  })
  return { ...((await reply.json()) as SaveReply), hasFailed: reply.status === 429 || reply.status >= 500 }
}

/** Undefined where the browser blocks storage in a frame of another site. */
function tabStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** Identifies the page of a copy: the response, the step and the language, in which numbers are written. */
const placeOf = (form: HTMLFormElement): string =>
  ['resume', 'step', 'questions']
    .map((name) => form.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value.split('.', 1)[0])
    .concat(document.documentElement.lang)
    .join()

function leaveCopy(form: HTMLFormElement, time: number): void {
  const texts = new URLSearchParams(textsOf(form))
  for (const name of new Set(texts.keys())) if (!/^(?:q\.|basis\.|writer$)/.test(name)) texts.delete(name)
  tabStorage()?.setItem('formctl', [placeOf(form), time, texts.toString()].join('\n'))
}

/** A link to a program or a download looks like leaving the page. */
const dropCopy = (): void => tabStorage()?.removeItem('formctl')

/** Restores the fields of the previous page, except old ones whose answers were stored since. Gives whether that changed any. */
function takeCopy({ form, writer }: Parts): boolean {
  const [place, time, body] = tabStorage()?.getItem('formctl')?.split('\n') ?? []
  dropCopy()
  if (place !== placeOf(form)) return false
  const texts = new URLSearchParams(body)
  const drawn = new FormData(form)
  const before = textsOf(form)
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name^="q."]')) {
    const values = texts.getAll(field.name)
    const question = field.name.split('.')[1] ?? ''
    const basis = texts.get(`basis.${question}`) ?? ''
    const isOther = basis !== (drawn.get(`basis.${question}`) ?? '')
    // A save arrives within 10 s.
    const isOld = isOther && Date.now() - Number(time) > 10_000
    if (isOld || /^(?:password|file|hidden)$/.test(field.type)) continue
    if (isOther) setBasis(form, question, basis)
    if (field instanceof HTMLSelectElement)
      for (const option of field.options) option.selected = values.includes(option.value)
    else if (/^(?:checkbox|radio)$/.test(field.type)) field.checked = values.includes(field.value)
    else field.value = values[0] ?? field.value
  }
  if (textsOf(form) === before) return false
  writer.value = texts.get('writer') ?? writer.value
  return true
}

/** The saves of a page, one at a time. */
function saverOf({ form, sign, writer }: Parts) {
  // Starts at the current time, so that a page that is loaded again, also by the back button, has higher numbers.
  const [page, before = '0'] = writer.value.split('.')
  let seq = Math.max(Date.now(), Number(before))
  let timer = 0
  const state: State = { isBusy: false, isChanged: false, isSent: false, fails: 0, isReached: false }
  const say = (text = ''): void => void (sign.textContent === text || (sign.textContent = text))
  const plan = (seconds: number): void => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void save(), seconds * 1000)
  }
  const count = (): void => {
    clearTimeout(timer)
    seq += 1
    writer.value = `${page}.${seq}`
    state.isChanged = false
  }
  const save = async (isLeaving = false): Promise<void> => {
    if (state.isBusy && !isLeaving) return
    state.isBusy = true
    count()
    try {
      const { text, basis, hasFailed } = await send(form)
      state.fails = hasFailed ? state.fails + 1 : 0
      say(state.isChanged && !hasFailed ? '' : text)
      if (!state.isChanged && !hasFailed) dropCopy()
      for (const question of Object.keys(basis)) setBasis(form, question, basis[question] ?? '')
    } catch {
      state.fails += 1
      say(sign.dataset['offline'])
    }
    state.isBusy = false
    if (state.fails) {
      state.isChanged = true
      plan(pauses[state.fails - 1] ?? 60)
    } else if (state.pressed) {
      state.isReached = true
      form.requestSubmit(state.pressed.button)
    } else if (state.isChanged) plan(2)
  }
  return { state, say, plan, count, save }
}

function start(parts: Parts): void {
  const { form, sign } = parts
  const hasCopy = takeCopy(parts)
  const saver = saverOf(parts)
  const { state, say, plan, count, save } = saver
  startAgain(parts, saver)
  const leave = (): void => {
    if (state.isChanged) void save(true)
  }
  let unloads = 0
  const leaveWithCopy = (): void => {
    leave()
    state.isLeft ||= state.isBusy && !state.isSent
    if (state.isLeft) leaveCopy(form, Date.now())
  }
  form.addEventListener('input', () => {
    state.isChanged = true
    state.pressed = undefined
    state.isSent = false
    state.isLeft = false
    dropCopy()
    if (state.fails) return
    say()
    plan(2)
  })
  form.addEventListener('submit', (event) => {
    // Files may take minutes, in which the page may be reloaded, so what was typed is saved before them.
    const isSavedFirst = state.isChanged && form.enctype.startsWith('m')
    // A second press is sent even if the last save failed.
    if (state.isReached || (navigator.onLine && (state.pressed || !(state.fails || isSavedFirst)))) {
      state.pressed = undefined
      state.isReached = false
      state.isSent = true
      state.isLeft = false
      unloads = 0
      count()
      event.submitter?.setAttribute('aria-busy', 'true')
      return
    }
    event.preventDefault()
    state.pressed = { button: event.submitter }
    if (!navigator.onLine || state.fails) say(sign.dataset['offline'])
    else event.submitter?.setAttribute('aria-busy', 'true')
    plan(0)
  })
  addEventListener('online', () => {
    if (state.isChanged || state.pressed) plan(0)
  })
  addEventListener('pagehide', leaveWithCopy)
  // The back button of the browser may show this page again as it was left.
  addEventListener('pageshow', () => form.querySelector('[aria-busy]')?.removeAttribute('aria-busy'))
  // On a reload, `pagehide` comes when the new page is already there, which is too late for its copy.
  addEventListener('beforeunload', () => {
    leaveWithCopy()
    // The first is that of the button. If this page stays, the second one comes before what was sent has arrived, or it never does:
    // then the stored answers are still those that this page shows.
    if (state.isSent && (unloads += 1) > 1) leaveCopy(form, 0)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave()
  })
  if (hasCopy) form.dispatchEvent(new Event('input'))
}

/** If the connection breaks while files are sent, presses the button again. */
function startAgain({ form, sign }: Parts, { state, say, plan }: ReturnType<typeof saverOf>): void {
  let times = 0
  let button: HTMLElement | null = null
  form.addEventListener('submit', ({ submitter }) => (button = submitter))
  form.addEventListener('unsent', (event) => {
    event.preventDefault()
    button?.removeAttribute('aria-busy')
    state.isSent = false
    state.pressed = { button }
    say(sign.dataset['offline'])
    plan(pauses[times] ?? 60)
    times += 1
  })
}

const main = document.querySelector<HTMLFormElement>('form[data-save]')
const element = document.getElementById('saving')
const id = main?.querySelector<HTMLInputElement>('input[name=writer]')
if (main && element && id) start({ form: main, sign: element, writer: id })
