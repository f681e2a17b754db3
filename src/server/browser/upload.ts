/**
 * Shows how far a step with files is sent. Where the connection breaks off, an `unsent` event asks the script that saves to try
 * again; what cannot be sent so, the browser sends by itself.
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
  // All was sent, so the reply was lost, or it leads to another site, where only the browser itself can go.
  request.upload.addEventListener('load', () => (isLeftToBrowser = true))
  request.addEventListener('error', () => {
    isSending = false
    bar.remove()
    if (!form.dispatchEvent(new Event('unsent', { cancelable: true }))) return
    isLeftToBrowser = true
    form.requestSubmit(button)
  })
  request.addEventListener('load', () => {
    // Led on to the next step; its address shows it.
    if (request.responseURL === address) show(request.responseText)
    else location.assign(request.responseURL)
  })
  request.open('POST', address)
  request.send(new FormData(form, button))
})

/** Puts a page in the place of this one. What may run and style it is what this page's policy allows. */
function show(text: string): void {
  // A browser complains of a style that this page's policy does not know, even where it is only parsed.
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
  // The scripts of another step are not allowed here; the one that speaks to a site around it is there already.
  dispatchEvent(new Event('shown'))
}
