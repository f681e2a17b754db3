/** Adds a field that filters a long list: a select, or boxes. What is chosen always stays in the list. */
for (const list of document.querySelectorAll<HTMLElement>('[data-filter]')) {
  const [field, count] = [document.createElement('input'), document.createElement('p')]
  field.type = 'search'
  const question = list.closest('.field')?.querySelector('label,legend')?.textContent.trim() ?? ''
  field.setAttribute('aria-label', `${list.dataset['filter'] ?? ''}: ${question}`)
  field.placeholder = list.dataset['filter'] ?? ''
  count.className = 'unseen'
  count.setAttribute('role', 'status')
  list.before(field, count)
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
    count.textContent = (list.dataset['found'] ?? '').replace('{n}', String(shown.length))
  })
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault()
  })
}
