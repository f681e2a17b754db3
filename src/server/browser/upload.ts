/**
 * Shows the progress of a step with files. If the connection breaks, an `unsent` event asks `autosave.ts` to try again; otherwise
 * the browser sends the form itself.
 */
const form = document.querySelector<HTMLFormElement>('form[enctype]')
/** Whether a step is on its way; a second press of the button sends nothing. */
let isSending = false
let isLeftToBrowser = false

form?.addEventListener('submit', (event) => {
  const inputs = Array.from(form.querySelectorAll<HTMLInputElement>('input[type=file]'))
  if (isLeftToBrowser || event.defaultPrevented || !inputs.some(({ files }) => files?.length)) return
  event.preventDefault()
  if (isSending) return
  isSending = true
  const bar = document.createElement('progress')
  bar.setAttribute('aria-label', inputs[0]?.dataset['sending'] ?? '')
  const button = event.submitter
  // A button may have an address of its own.
  const { href: address } = new URL(button?.getAttribute('formaction') ?? form.action, location.href)
  button?.after(bar)
  const request = new XMLHttpRequest()
  request.upload.addEventListener('progress', ({ loaded, total }) => (bar.value = loaded / total))
  // Everything was sent: the reply was lost, or it redirects to another site, which only the browser can follow.
  request.upload.addEventListener('load', () => (isLeftToBrowser = true))
  request.addEventListener('error', () => {
    isSending = false
    bar.remove()
    if (!form.dispatchEvent(new Event('unsent', { cancelable: true }))) return
    isLeftToBrowser = true
    form.requestSubmit(button)
  })
  request.addEventListener('load', () => {
    // A redirect led to the next step, whose address shows it.
    if (request.responseURL === address) show(request.responseText)
    else location.assign(request.responseURL)
  })
  request.open('POST', address)
  request.send(new FormData(form, button))
})

/** Replaces this page by another. The policy of this page must allow its scripts and styles. */
function show(text: string): void {
  // Browsers report a style that the policy does not allow even when it is only parsed.
  const [start = '', style = '', end = ''] = text.split(/<\/?style>/)
  const page = new DOMParser().parseFromString(start + end, 'text/html')
  document.title = page.title
  const { lang, dir } = page.documentElement
  Object.assign(document.documentElement, { lang, dir })
  document.body.replaceWith(page.body)
  for (const parsed of document.querySelectorAll('script')) {
    const script = document.createElement('script')
    script.text = parsed.text
    parsed.replaceWith(script)
  }
  document.querySelector<HTMLElement>('[autofocus]')?.focus()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets = [sheet]
  document.querySelector('head style')?.remove()
  // Scripts of another step are not allowed here; `framed.ts` runs already.
  dispatchEvent(new Event('shown'))
}
