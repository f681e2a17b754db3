import { describe, expect, test } from 'vitest'
import { check } from '../../src/form/check.ts'
import { componentTypes } from '../../src/form/components.ts'
import { guideTo } from '../../src/form/guide.ts'
import { contentSchema, contentShape, typeNames } from '../../src/form/schema.ts'

const email = { type: 'EmailForm', content: { question: 'Where may we write to?' } }

/** Everything wrong with a content, as part of a form that has nothing else wrong. */
const findingsOf = (type: string, content: object) =>
  check({
    name: 'Survey',
    steps: [
      { name: 'One', components: [email, { type: 'NextButton', content: {} }] },
      {
        name: 'Two',
        components: [
          { type, content },
          { type: 'Disclaimer', content: { text: 'Bye.' } },
        ],
      },
    ],
  }).filter(({ code }) => code !== 'scheduler-name')

describe.each(typeNames)('the guide to %s', (type) => {
  const { keys, fieldKeys = [], example, answer, asks } = guideTo(type)

  test('has a valid example', () => {
    expect(Object.keys(example)).not.toHaveLength(0)
    expect(findingsOf(type, example)).toEqual([])
  })

  test('has no invalid example', () => {
    for (const shown of contentSchema(type).examples ?? [])
      expect(findingsOf(type, Object.assign({}, shown))).toEqual([])
  })

  test('has a valid example for each key', () => {
    for (const { key, example: value } of keys)
      expect(findingsOf(type, { ...example, [key]: value })).toEqual([])
  })

  test('describes each key', () => {
    for (const { description } of [...keys, ...fieldKeys]) expect(description).toMatch(/^[A-Z].*\.$/)
  })

  test('names each key or alias once', () => {
    const names = keys.flatMap(({ key, aliases }) => [key, ...aliases])
    expect(names.toSorted()).toEqual(contentShape(type).keys.toSorted())
  })

  test('calls required what the contract asks for, and nothing else', () => {
    for (const { key, aliases, isRequired } of keys) {
      const without = Object.fromEntries(
        Object.entries(example).filter(([name]) => name !== key && !aliases.includes(name)),
      )
      const errors = findingsOf(type, without).filter(({ severity }) => severity === 'error')
      expect({ key, isRequired: errors.length > 0 }).toEqual({ key, isRequired })
    }
  })

  test('shows an answer if and only if the type has one', () => {
    const isAsking = componentTypes[type].asks !== undefined
    expect([asks !== undefined, answer?.type === type]).toEqual([isAsking, isAsking])
  })
})

test('only the guide to IdentityInfo goes on to its fields', () => {
  const withFields = typeNames.filter((type) => guideTo(type).fieldKeys !== undefined)
  expect(withFields).toEqual(['IdentityInfo'])
  const { fieldKeys = [], identityKeys = [] } = guideTo('IdentityInfo')
  expect(fieldKeys.filter(({ isRequired }) => isRequired).map(({ key }) => key)).toEqual(['key', 'label'])
  expect(identityKeys).toContain('emailAddress')
})
