/** In a frame of a site that may show the form: tells that site, and no other, its title, how high the page is and how far the person has come. */
function tellSite(): void {
  const main = document.querySelector<HTMLElement>('main[data-sites]')
  if (!main || parent === window) return
  const sites = (main.dataset['sites'] ?? '').split(' ')
  // Some browsers do not say who shows the page. A message for another origin than the parent's is not delivered.
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
  // Browsers do not obey autofocus in a frame of another site.
  document.querySelector<HTMLElement>('[autofocus]')?.focus({ preventScroll: true })
  if (main.dataset['done'] !== undefined) tell('done')
  else if (step) tell('step', Number(step.value))
}

addEventListener('shown', tellSite)
tellSite()
