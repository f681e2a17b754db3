/**
 * Saves a step while a person types: two seconds after the last change, and when the page is left. Without a connection it tries
 * again, with growing pauses. The page works without it.
 */
type Saved = { readonly text: string; readonly basis: Readonly<Record<string, string>> }

const form = document.querySelector<HTMLFormElement>('form[data-save]')
const sign = document.getElementById('saving')
const writer = form?.querySelector<HTMLInputElement>('input[name=writer]')
if (form && sign && writer) start(form, sign, writer)

function start(form: HTMLFormElement, sign: HTMLElement, writer: HTMLInputElement): void {
  const [page] = writer.value.split('.')
  const pauses = [1, 2, 5, 15, 30, 60]
  let seq = 0
  let fails = 0
  let isBusy = false
  let isChanged = false
  let timer = 0
  /** The button that was pressed without a connection. */
  let pressed: { readonly button: HTMLElement | null } | undefined

  const say = (text = ''): void => {
    if (sign.textContent !== text) sign.textContent = text
  }
  const plan = (seconds: number): void => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void save(), seconds * 1000)
  }
  const count = (): void => {
    seq += 1
    writer.value = `${page}.${seq}`
  }
  const fields = (): string => {
    count()
    const texts = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && !form.querySelector(`[type=password][name="${CSS.escape(name)}"]`))
        texts.append(name, value)
    return texts.toString()
  }
  const setBasis = (question: string, value: string): void => {
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
  const save = async (isLeaving = false): Promise<void> => {
    if (isBusy && !isLeaving) return
    clearTimeout(timer)
    const body = fields()
    isBusy = true
    isChanged = false
    try {
      const reply = await fetch(form.dataset['save'] ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
        keepalive: body.length < 60_000,
        signal: AbortSignal.timeout(15_000),
      })
      const saved = (await reply.json()) as Saved
      fails = reply.status === 429 || reply.status >= 500 ? fails + 1 : 0
      say(isChanged && !fails ? '' : saved.text)
      for (const [question, value] of Object.entries(saved.basis)) setBasis(question, value)
    } catch {
      fails += 1
      say(sign.dataset['offline'])
    }
    isBusy = false
    if (fails) {
      isChanged = true
      plan(pauses[Math.min(fails, pauses.length) - 1] ?? 60)
    } else if (isChanged) plan(2)
  }
  const leave = (): void => {
    if (isChanged) void save(true)
  }

  form.addEventListener('input', () => {
    isChanged = true
    pressed = undefined
    if (fails) return
    say()
    plan(2)
  })
  form.addEventListener('submit', (event) => {
    clearTimeout(timer)
    if (navigator.onLine) {
      count()
      isChanged = false
      return
    }
    event.preventDefault()
    pressed = { button: event.submitter }
    say(sign.dataset['offline'])
  })
  addEventListener('online', () => {
    fails = 0
    if (pressed) form.requestSubmit(pressed.button)
    else if (isChanged) plan(0)
  })
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave()
  })
}
