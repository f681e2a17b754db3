/** Lets the options of a ranking be moved by buttons and by dragging. The lists of places are what is sent. */
for (const list of document.querySelectorAll<HTMLElement>('.ranking')) {
  let dragged: HTMLElement | undefined
  const status = document.createElement('p')
  status.className = 'visually-hidden'
  status.setAttribute('role', 'status')
  list.after(status)
  const items = (): HTMLElement[] => Array.from(list.querySelectorAll('li'))
  const placeOf = (item: HTMLElement): HTMLSelectElement | null => item.querySelector('select')
  const number = (): void => {
    for (const [i, item] of items().entries()) {
      const place = placeOf(item)
      if (place) place.value = String(i + 1)
    }
  }
  const nameOf = (item: HTMLElement): string => item.querySelector('label')?.textContent ?? ''
  const move = (item: HTMLElement, to: number): void => {
    const others = items().filter((other) => other !== item)
    const focused = document.activeElement
    list.insertBefore(item, others[to] ?? null)
    // An element that moves loses the focus.
    if (focused instanceof HTMLElement && item.contains(focused)) focused.focus()
    number()
    status.textContent = `${nameOf(item)}: ${items().indexOf(item) + 1} / ${items().length}`
    // Scripts that watch the form do not see changes by scripts.
    list.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const button = (item: HTMLElement, sign: string, by: number): void => {
    const added = document.createElement('button')
    added.type = 'button'
    added.textContent = sign
    const word = list.dataset[by < 0 ? 'up' : 'down'] ?? ''
    added.setAttribute('aria-label', `${word}: ${nameOf(item)}`)
    added.addEventListener('click', () => move(item, Math.max(0, items().indexOf(item) + by)))
    item.append(added)
  }
  const ranked = items().toSorted(
    (a, b) => (Number(placeOf(a)?.value) || Infinity) - (Number(placeOf(b)?.value) || Infinity) || 0,
  )
  list.append(...ranked)
  for (const item of ranked) {
    button(item, '↑', -1)
    button(item, '↓', 1)
    item.draggable = true
    placeOf(item)?.addEventListener('change', ({ target }) => {
      const place = target instanceof HTMLSelectElement ? Number(target.value) : 0
      if (place > 0) move(item, place - 1)
    })
    item.addEventListener('dragstart', () => (dragged = item))
    item.addEventListener('dragover', (event) => {
      if (!dragged || dragged === item) return
      event.preventDefault()
      move(dragged, items().indexOf(item))
    })
    item.addEventListener('dragend', () => (dragged = undefined))
  }
}
