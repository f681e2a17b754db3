/**
 * For sites that show a form: fills each `<div data-formctl="https://host/s/ID">` with a frame that is as high as its content, brings
 * its top into view with each page after the first, and dispatches `formctl:step` (detail: the number of the step) and `formctl:done` on it.
 */
for (const place of document.querySelectorAll<HTMLElement>('[data-formctl]')) {
  const url = URL.parse(place.dataset['formctl'] ?? '')
  if (!url || !/^https?:$/.test(url.protocol) || place.querySelector('iframe')) continue
  const frame = document.createElement('iframe')
  frame.src = url.href
  frame.title = place.dataset['title'] ?? ''
  frame.style.cssText = 'width:100%;height:40rem;border:0;display:block'
  // A line above the frame. It inherits the `scroll-margin` of the place, for sites with a fixed header.
  const top = document.createElement('div')
  top.style.cssText = 'height:1px;margin-bottom:-1px;scroll-margin:inherit'
  const showTop = (): void => top.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  let pages = 0
  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || origin !== url.origin) return
    if (typeof data !== 'object' || data === null || !('formctl' in data)) return
    const { formctl, value } = data as { readonly formctl: unknown; readonly value?: unknown }
    // Each page sends its title. The previous page may have been scrolled down to its button.
    if (formctl === 'title' && (pages += 1) > 1) {
      showTop()
      // A smooth scroll of the site continues in the next frame, so scroll again after it.
      new IntersectionObserver((_seen, observer) => {
        observer.disconnect()
        showTop()
      }).observe(top)
    }
    // A title of the site's own stays.
    if (formctl === 'title' && place.dataset['title'] === undefined) frame.title = String(value)
    if (formctl === 'height' && Number.isFinite(value)) frame.style.height = `${Number(value)}px`
    if (formctl === 'step' || formctl === 'done')
      place.dispatchEvent(new CustomEvent(`formctl:${formctl}`, { bubbles: true, detail: value }))
  })
  place.append(top, frame)
}
