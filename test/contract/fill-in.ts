import { expect } from 'vitest'
import { fieldName } from '../../src/server/pages/form-steps.ts'
import { formPath } from '../../src/wire/wire.ts'
import type { Answered, Ground } from './ground.ts'

/** What a person enters on one step: for each component in order its fields, or nothing. */
export type Entries = readonly (Readonly<Record<string, string | readonly string[]>> | undefined)[]

/** Fills in the first steps of a form on its page, as a browser without cookies and scripts does; the last reply. */
export async function fillIn(ground: Ground, formId: string, steps: readonly Entries[]): Promise<Answered> {
  const path = formPath(formId)
  let page = await ground.call({ path })
  expect(page.status).toBe(200)
  const form = await ground.store.forms.get(formId)
  for (const [i, entries] of steps.entries()) {
    const sent = new URLSearchParams(hiddenIn(page))
    for (const [n, component] of form?.steps[i]?.components.entries() ?? [])
      for (const [field, values] of Object.entries(entries[n] ?? {}))
        for (const value of [values].flat()) sent.append(fieldName(component.questionId, field), value)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    page = await ground.call({ method: 'POST', path, headers, body: sent.toString() })
    expect(page.status).toBe(200)
  }
  return page
}

/** The hidden fields of a page. */
const hiddenIn = ({ body }: Answered): [string, string][] =>
  Array.from(
    String(body).matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
    ([, name = '', value = '']): [string, string] => [name, value],
  )
