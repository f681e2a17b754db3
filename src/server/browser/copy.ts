/** Lets a button copy the address in the field before it. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copied]')) {
  const field = button.previousElementSibling
  if (!(field instanceof HTMLInputElement)) continue
  button.hidden = false
  button.addEventListener('click', () => void copy(field, button))
}

async function copy(field: HTMLInputElement, button: HTMLButtonElement): Promise<void> {
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
  } catch {
    // Browsers offer the clipboard only over https; the older command works elsewhere.
    if (!document.execCommand('copy')) return
  }
  button.textContent = button.dataset['copied'] ?? ''
}
