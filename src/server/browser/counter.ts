/** Shows how many characters a text may still have: `data-most` on the field, and `{n}` in the text beside it. */
for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-most]')) {
  const output = document.getElementById(`${field.id}-count`)
  const template = output?.dataset['text'] ?? ''
  const status = document.createElement('p')
  status.className = 'visually-hidden'
  status.setAttribute('role', 'status')
  output?.after(status)
  const show = (): void => {
    const left = Number(field.dataset['most']) - Array.from(field.value).length
    const written = left.toLocaleString(document.documentElement.lang, { numberingSystem: 'latn' })
    // An empty field has its hint, which says the same.
    if (output) output.textContent = field.value === '' ? '' : template.replace('{n}', written)
  }
  let pause: number | undefined
  field.addEventListener('input', () => {
    show()
    clearTimeout(pause)
    // Announced when the person pauses; after each key it would drown what was typed.
    pause = window.setTimeout(() => (status.textContent = output?.textContent ?? ''), 1000)
  })
  show()
}
