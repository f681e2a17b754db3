/**
 * Solves the task of a page while a person types. Keys are derived asynchronously, so the page stays responsive. A press of a button
 * waits for the solution, for two seconds at most. The page works without it.
 */
type Parameters = Readonly<Record<'nonce' | 'salt' | 'keyPrefix', string>> & { readonly cost: number }
type Task = { readonly challenge: { readonly parameters: Parameters }; readonly solution?: object }

const field = document.querySelector<HTMLInputElement>('input[name=work]')

const bytesOf = (hex: string): number[] => (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))

async function solve(input: HTMLInputElement): Promise<void> {
  const { challenge, solution } = JSON.parse(atob(input.value)) as Task
  if (solution) return
  const { nonce, salt, cost: iterations, keyPrefix } = challenge.parameters
  const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0])
  const counted = new DataView(password.buffer)
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(bytesOf(salt)), iterations }
  for (let counter = 0, derivedKey = ''; ; counter += 1) {
    counted.setUint32(password.length - 4, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const bits = new Uint8Array(await crypto.subtle.deriveBits(how, key, 256))
    derivedKey = Array.from(bits, (byte) => byte.toString(16).padStart(2, '0')).join('')
    if (!derivedKey.startsWith(keyPrefix)) continue
    input.value = btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
    return
  }
}

// Only pages that came over https, or from the machine itself, may derive keys.
if (field?.form && isSecureContext) {
  const { form } = field
  let pressed: SubmitEvent | undefined
  const hold = (event: SubmitEvent): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!pressed) setTimeout(release, 2000)
    pressed = event
  }
  const release = (): void => {
    form.removeEventListener('submit', hold, true)
    if (pressed) form.requestSubmit(pressed.submitter)
    pressed = undefined
  }
  form.addEventListener('submit', hold, true)
  void solve(field).finally(release)
}
