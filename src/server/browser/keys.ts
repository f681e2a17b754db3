/**
 * Keys of a page with one question: its field has the focus, a letter or digit chooses, Enter leads on, and the page shows that. Letters
 * work only while the question has the focus (WCAG 2.1.4).
 */
const form = document.querySelector<HTMLFormElement>('form[data-enter]')
const next = form?.querySelector<HTMLButtonElement>('.buttons [value=next]')
const fields = Array.from(
  form?.querySelectorAll<HTMLElement>('.field :is(input:not([type=hidden],[readonly]),select,textarea)') ??
    [],
).filter((field) => field.checkVisibility())

/** The chosen option, or the group: a ring around the first option would look like an answer. Else the first field to fill in. */
function firstStop(): HTMLElement | undefined {
  const chosen = fields.find((field) => field.matches(':checked'))
  const field = chosen ?? fields.find((one) => !(one instanceof HTMLSelectElement && one.value !== ''))
  const group = field?.closest('fieldset')
  if (!group || chosen || field?.matches('[type=radio],[type=checkbox]') !== true) return field
  group.tabIndex = -1
  return group
}

// A frame in a page of another site must not take the focus from that page when it loads.
if ((self === top || document.hasFocus()) && document.activeElement === document.body) firstStop()?.focus()

if (form && next && form.querySelector('textarea') === null) {
  const hint = document.createElement('span')
  hint.className = 'hint by-key'
  hint.textContent = form.dataset['enter'] ?? ''
  hint.setAttribute('aria-hidden', 'true')
  next.after(hint)
}

for (const group of form?.querySelectorAll<HTMLElement>('.choices,.scale,.stars') ?? []) {
  const choices = Array.from(group.querySelectorAll<HTMLElement>('.choice,.point'))
  const keys = new Map<string, HTMLElement>()
  for (const [i, choice] of choices.entries()) {
    const isPoint = choice.matches('.point')
    const key = isPoint ? choice.textContent.trim() : String.fromCharCode(97 + i)
    keys.set(key, choice)
    if (isPoint || choices.length > 26) continue
    const sign = document.createElement('kbd')
    sign.className = 'by-key'
    sign.textContent = key.toUpperCase()
    sign.setAttribute('aria-hidden', 'true')
    choice.append(sign)
  }
  group.closest('fieldset')?.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, altKey, metaKey } = event
    const isText = target instanceof HTMLInputElement && !/^(?:radio|checkbox)$/.test(target.type)
    const input = keys.get(key.toLowerCase())?.querySelector('input')
    if (!input || isText || ctrlKey || altKey || metaKey || choices.length > 26) return
    event.preventDefault()
    input.focus()
    input.click()
  })
}

document.addEventListener('keydown', ({ key, target, ctrlKey, metaKey }) => {
  const isMeant =
    target instanceof HTMLTextAreaElement
      ? ctrlKey || metaKey
      : target === document.body || target instanceof HTMLFieldSetElement
  if (key === 'Enter' && isMeant && next) form?.requestSubmit(next)
})
