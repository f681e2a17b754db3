/**
 * Lists the chosen files, with pictures, and shows the progress of each while a step is sent. Files that are chosen later are added. If
 * the connection breaks, an `unsent` event asks `autosave.ts` to try again; otherwise the browser sends the form itself.
 */
import { sizeText } from '../../form/typed-values.ts'

const form = document.querySelector<HTMLFormElement>('form[enctype]')
const inputs = Array.from(form?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])

for (const input of inputs) {
  const list = document.createElement('ul')
  list.className = 'files'
  let chosen: readonly File[] = []
  const choose = (files: readonly File[]): void => {
    chosen = files
    const transfer = new DataTransfer()
    for (const file of files) transfer.items.add(file)
    input.files = transfer.files
    if (files.length > 0) input.after(list)
    else list.remove()
    list.replaceChildren(
      ...files.map((file) => itemOf(file, input, () => choose(chosen.filter((one) => one !== file)))),
    )
  }
  input.addEventListener('change', () => {
    const added = Array.from(input.files ?? [])
    const kept = input.multiple ? chosen.filter((file) => !added.some((one) => isSame(one, file))) : []
    choose([...kept, ...added])
  })
}

const isSame = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** An entry of the list of chosen files. */
function itemOf(file: File, input: HTMLInputElement, remove: () => void): HTMLElement {
  const item = document.createElement('li')
  const name = document.createElement('bdi')
  name.textContent = file.name
  const size = document.createElement('span')
  size.className = 'hint'
  size.textContent = sizeText(file.size, document.documentElement.lang)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'plain remove'
  button.textContent = input.dataset['remove'] ?? ''
  button.setAttribute('aria-label', `${button.textContent} ${file.name}`)
  button.addEventListener('click', () => {
    remove()
    // The button that had the focus is gone.
    input.focus()
  })
  item.append(name, size, button)
  if (file.type.startsWith('image/')) {
    const picture = document.createElement('img')
    picture.alt = ''
    picture.src = URL.createObjectURL(file)
    picture.addEventListener('load', () => URL.revokeObjectURL(picture.src))
    // Not every browser can show every kind of picture.
    picture.addEventListener('error', () => picture.remove())
    item.prepend(picture)
  }
  return item
}

/** Adds a bar to each listed file. Files are sent one after the other, so the bytes that were sent tell how far each is. */
function progressBars() {
  const bars = inputs.flatMap((input) =>
    Array.from(input.files ?? [], (file, i) => {
      const bar = document.createElement('progress')
      bar.value = 0
      bar.setAttribute('aria-label', `${input.dataset['sending'] ?? ''}: ${file.name}`)
      input.nextElementSibling?.children[i]?.append(bar)
      return { bar, size: file.size }
    }),
  )
  const bytes = bars.reduce((sum, { size }) => sum + size, 0)
  return {
    show(sent: number, total: number) {
      let before = total - bytes
      for (const { bar, size } of bars) {
        bar.value = (sent - before) / (size || 1)
        before += size
      }
    },
    remove() {
      for (const { bar } of bars) bar.remove()
    },
  }
}

/** Whether a step is on its way; a second press of the button sends nothing. */
let isSending = false
let isLeftToBrowser = false

form?.addEventListener('submit', (event) => {
  if (isLeftToBrowser || event.defaultPrevented || !inputs.some(({ files }) => files?.length)) return
  event.preventDefault()
  if (isSending) return
  isSending = true
  const bars = progressBars()
  const button = event.submitter
  // A button may have an address of its own.
  const { href: address } = new URL(button?.getAttribute('formaction') ?? form.action, location.href)
  const request = new XMLHttpRequest()
  request.upload.addEventListener('progress', ({ loaded, total }) => bars.show(loaded, total))
  // Everything was sent, so only the reply can have been lost.
  request.upload.addEventListener('load', () => (isLeftToBrowser = true))
  request.addEventListener('error', () => {
    isSending = false
    bars.remove()
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
