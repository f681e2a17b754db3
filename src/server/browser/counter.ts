/** Shows how many characters a text may still have: `data-most` on the field, and `{n}` in the text beside it. */
for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-most]')) {
  const output = document.getElementById(`${field.id}-count`)
  const template = output?.dataset['text'] ?? ''
  const show = (): void => {
    const left = Number(field.dataset['most']) - Array.from(field.value).length
    if (output)
      output.textContent = template.replace('{n}', left.toLocaleString(document.documentElement.lang))
  }
  field.addEventListener('input', show)
  show()
}
