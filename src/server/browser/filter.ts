/** Filters a long list by the field above it: a select, or boxes. What is chosen always stays in the list. */
for (const list of document.querySelectorAll<HTMLElement>('[data-filter]')) {
  const field = list.previousElementSibling
  if (!(field instanceof HTMLInputElement)) continue
  const count = document.createElement('p')
  count.className = 'visually-hidden'
  count.setAttribute('role', 'status')
  list.before(count)
  const entries = Array.from(list.querySelectorAll<HTMLElement>('option:not([value=""]),label'))
  field.addEventListener('input', () => {
    const text = field.value.trim().toLowerCase()
    const shown = entries.filter((entry) => entry.textContent.toLowerCase().includes(text))
    for (const entry of entries) {
      const isChosen = entry.matches(':checked') || entry.querySelector(':checked') !== null
      if (list instanceof HTMLSelectElement) {
        // Not every browser hides an option.
        entry.remove()
        if (isChosen || shown.includes(entry)) list.append(entry)
      } else entry.hidden = !isChosen && !shown.includes(entry)
    }
    if (list instanceof HTMLSelectElement) list.size = text === '' ? 0 : Math.min(8, list.options.length)
    count.textContent = (list.dataset['filter'] ?? '').replace('{n}', String(shown.length))
  })
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault()
  })
}
