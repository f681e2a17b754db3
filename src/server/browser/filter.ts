/** Filters a long list by the field above it: a select, or boxes. What is chosen always stays in the list. */

const letters: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
}

/** A text without accents, in small letters and with no blanks around it. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ıßæœøđðłþ]/g, (letter) => letters[letter] ?? '')
    .trim()

for (const list of document.querySelectorAll<HTMLElement>('[data-filter]')) {
  const field = list.previousElementSibling
  if (!(field instanceof HTMLInputElement)) continue
  const count = document.createElement('p')
  count.className = 'visually-hidden'
  count.setAttribute('role', 'status')
  list.before(count)
  const entries = Array.from(list.querySelectorAll<HTMLElement>('option:not([value=""]),.choice'))
  field.addEventListener('input', () => {
    const text = folded(field.value)
    const shown = entries.filter((entry) => folded(entry.textContent).includes(text))
    for (const entry of entries) {
      const isChosen = entry.matches(':checked') || entry.querySelector(':checked') !== null
      if (list instanceof HTMLSelectElement) {
        // Not every browser hides an option.
        entry.remove()
        if (isChosen || shown.includes(entry)) list.append(entry)
      } else entry.hidden = !isChosen && !shown.includes(entry)
    }
    if (list instanceof HTMLSelectElement) list.size = text === '' ? 0 : Math.min(8, list.options.length)
    const isNothing = shown.length === 0
    count.className = isNothing ? 'hint' : 'visually-hidden'
    count.textContent = (list.dataset[isNothing ? 'nothing' : 'filter'] ?? '').replace(
      '{n}',
      String(shown.length),
    )
  })
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault()
  })
}
