import { expect } from 'vitest'
import type { Path } from '../../src/form/value.ts'
import type { PublishedComponent, PublishedForm } from '../../src/form/form.ts'
import type { GenerateReply } from '../../src/wire/wire.ts'
import type { Answered, Ground } from './ground.ts'

type Part = Readonly<Record<string, unknown>>

/** A component as a caller writes it. */
export const component = (type: string, content: Part): Part => ({ type, content })

const question = component('ShortInput', { question: 'Who are you?' })

/** A body that is right in everything: the given components on its first step. */
export const bodyOf = ({ ours }: Ground, ...components: readonly unknown[]): Record<string, unknown> => ({
  sourceFormId: ours.sourceFormId,
  name: 'Contact',
  steps: [
    { name: 'You', components: components.length > 0 ? components : [question] },
    { name: 'Us', components: [question] },
  ],
})

/** The body without one of its keys. */
export const without = (body: Part, key: string): Part =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== key))

/** The new form of a reply that must be a success (contract, Endpoint 1, rule 5). */
export function created({ status, body }: Answered): GenerateReply['result']['form'] {
  expect({ status, body }).toEqual({
    status: 200,
    body: { success: true, result: { form: { id: expect.any(String), url: expect.any(String) } } },
  })
  return (body as GenerateReply).result.form
}

/** The form that a success made, as the store keeps it. */
export async function formMade(ground: Ground, answered: Answered): Promise<PublishedForm> {
  const form = await ground.store.forms.get(created(answered).id)
  if (form === undefined) throw new Error('the form is not there')
  return form
}

/** The component that a form keeps of one that is generated. */
export async function componentMade(ground: Ground, given: unknown): Promise<PublishedComponent> {
  const form = await formMade(ground, await ground.generate(bodyOf(ground, given)))
  const [made] = form.steps[0]?.components ?? []
  if (made === undefined) throw new Error('the component is not there')
  return made
}

/** That a body is refused as the contract says (Errors), for faults at just these places, and nothing is made. */
export async function expectRefused(ground: Ground, body: unknown, paths: readonly Path[]): Promise<void> {
  const before = await ground.store.forms.list(ground.ours.environmentId)
  const answered = await ground.generate(body)
  expect({ status: answered.status, body: answered.body }).toEqual({
    status: 400,
    body: {
      message: 'Invalid request body',
      errors: paths.map((path) => ({ message: expect.stringMatching(/\S/), path })),
    },
  })
  expect(await ground.store.forms.list(ground.ours.environmentId)).toEqual(before)
}

/** The place of the content of the first component, and below. */
export const contentPath = (...below: Path): Path => ['steps', 0, 'components', 0, 'content', ...below]
