/** Proposes the address that was probably meant, `ada@gmail.com` for `ada@gmial.com`, on a button that takes it. */
import { addressMeant } from '../../form/types/mistyped-email.ts'

for (const hint of document.querySelectorAll<HTMLElement>('.meant')) {
  const field = hint.previousElementSibling
  if (!(field instanceof HTMLInputElement)) continue
  const show = (): void => {
    const meant = addressMeant(field.value.trim())
    if (meant === undefined) return hint.replaceChildren()
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'plain'
    button.textContent = (hint.dataset['text'] ?? '').replace('{address}', meant)
    button.addEventListener('click', () => {
      field.value = meant
      hint.replaceChildren()
      field.focus()
      // It is saved like what is typed.
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    hint.replaceChildren(button)
  }
  field.addEventListener('change', show)
  show()
}
