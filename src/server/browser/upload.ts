/** Shows how far a step with files is sent. What the script cannot send, the browser sends by itself. */
const form = document.querySelector<HTMLFormElement>('form[enctype]')
form?.addEventListener('submit', (event) => {
  const inputs = Array.from(form.querySelectorAll<HTMLInputElement>('input[type=file]'))
  if (!inputs.some(({ files }) => files?.length)) return
  event.preventDefault()
  const bar = document.createElement('progress')
  bar.setAttribute('aria-label', inputs[0]?.dataset['sending'] ?? '')
  const button = event.submitter
  button?.after(bar)
  const request = new XMLHttpRequest()
  const again = (): void => {
    bar.remove()
    if (button instanceof HTMLButtonElement) {
      form.append(
        Object.assign(document.createElement('input'), {
          type: 'hidden',
          name: button.name,
          value: button.value,
        }),
      )
    }
    form.submit()
  }
  request.upload.addEventListener('progress', ({ loaded, total }) => (bar.value = loaded / total))
  request.addEventListener('error', again)
  request.addEventListener('load', () => {
    // Led on to the next step; its address shows it.
    if (request.responseURL !== form.action) return location.assign(request.responseURL)
    const page = new DOMParser().parseFromString(request.responseText, 'text/html')
    document.body.replaceWith(page.body)
    document.title = page.title
    document.querySelector<HTMLElement>('[autofocus]')?.focus()
  })
  request.open('POST', form.action)
  request.send(new FormData(form, button))
})
