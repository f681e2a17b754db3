/**
 * Keys of a page with one question: its field has the focus, a letter or digit chooses, Enter leads on, and the page shows that. Letters
 * work only while the question has the focus (WCAG 2.1.4).
 */
const form = document.querySelector<HTMLFormElement>('#form')
const next = form?.querySelector<HTMLButtonElement>('.buttons [value=next]')
const fields = Array.from(
  form?.querySelectorAll<HTMLElement>('.field :is(input:not([type=hidden],[readonly]),select,textarea)') ??
    [],
).filter((field) => field.checkVisibility())

/** The chosen option, or the group: a ring around the first option would look like an answer. Else the field to correct or to fill in. */
function firstStop(): HTMLElement | undefined {
  const chosen = fields.find((field) => field.matches(':checked'))
  const wrong = fields.find((one) => one.matches('[aria-invalid]'))
  const field =
    chosen ?? wrong ?? fields.find((one) => !(one instanceof HTMLSelectElement && one.value !== ''))
  const group = field?.closest('fieldset')
  if (!group || chosen || field?.matches('[type=radio],[type=checkbox]') !== true) return field
  group.tabIndex = -1
  return group
}

// A frame in a page of another site must not take the focus from that page when it loads. The summary of mistakes may have it by
// `autofocus`, or not yet. The other scripts of the page run first: one that moves its fields would lose it.
queueMicrotask(() => {
  const isFree = document.activeElement?.matches('body,[autofocus]')
  if ((self === top || document.hasFocus()) && isFree) firstStop()?.focus()
})

for (const group of form?.querySelectorAll('fieldset') ?? []) {
  const keys = new Map(
    Array.from(group.querySelectorAll('kbd,.point span'), (sign) => [
      sign.textContent.trim().toLowerCase(),
      sign,
    ]),
  )
  group.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, altKey, metaKey } = event
    const isText = target instanceof HTMLInputElement && !/^(?:radio|checkbox)$/.test(target.type)
    const input = keys.get(key.toLowerCase())?.closest('label')?.querySelector('input')
    if (!input || isText || ctrlKey || altKey || metaKey) return
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
