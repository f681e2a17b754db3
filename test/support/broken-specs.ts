import * as fc from 'fast-check'
import { mutate, mutation, slip, slipIn } from './mutations.ts'
import { laidOut, validForm } from './spec-corpus.ts'

/** A valid form, broken as a value up to four times, in any layout; of every third, the text is broken as well. */
export const brokenSpec: fc.Arbitrary<string> = fc
  .record({
    form: validForm,
    mutations: fc.array(mutation, { maxLength: 4 }),
    layout: fc.nat(),
    hasAliases: fc.boolean(),
    third: fc.nat(2),
    slips: fc.array(slip, { minLength: 1, maxLength: 2 }),
  })
  .map(({ form, mutations, layout, hasAliases, third, slips }) => {
    const text = laidOut(mutations.reduce<unknown>(mutate, form), layout, { hasAliases })
    return third === 0 ? slips.reduce(slipIn, text) : text
  })
