/** In a frame: tells the site around it, if it may show the form, the title and height of the page and the number of the step. */
function tellSite(): void {
  const main = document.querySelector<HTMLElement>('main[data-sites]')
  if (!main || parent === window) return
  const sites = (main.dataset['sites'] ?? '').split(' ')
  // Some browsers do not tell the origin of the parent. A message for another origin is not delivered.
  const own = document.location.ancestorOrigins?.[0]
  const to = own === undefined ? sites : sites.filter((site) => site === own)
  const tell = (formctl: string, value?: number | string): void => {
    for (const site of to) parent.postMessage({ formctl, value }, site)
  }
  const step = document.querySelector<HTMLInputElement>('input[name=step]')
  document.documentElement.style.minHeight = '0'
  document.body.style.minHeight = '0'
  new ResizeObserver(() => tell('height', Math.ceil(document.body.getBoundingClientRect().height))).observe(
    document.body,
  )
  tell('title', document.title)
  // Browsers ignore autofocus in a frame of another site.
  document.querySelector<HTMLElement>('[autofocus]')?.focus({ preventScroll: true })
  if (main.dataset['done'] !== undefined) tell('done')
  else if (step) tell('step', Number(step.value))
}

addEventListener('shown', tellSite)
tellSite()
