import { expect } from 'vitest'
import { identityKeys } from '../../../src/form/schema.ts'
import { bodyOf, component, componentMade, contentPath, created, expectRefused } from '../body.ts'
import { rowsOf, type Row } from '../row.ts'

type Content = Readonly<Record<string, unknown>>

/** A component is accepted, and kept as it is or as said. */
const keeps =
  (type: string, content: Content, kept: Content = content): Row['prove'] =>
  async (ground) => {
    expect(await componentMade(ground, component(type, content))).toEqual({
      questionId: expect.any(String),
      type,
      content: kept,
    })
  }

/** A component is refused for what stands at these places of its content, and nothing else. */
const refuses =
  (type: string, content: Content, ...places: readonly (readonly (string | number)[])[]): Row['prove'] =>
  (ground) =>
    expectRefused(
      ground,
      bodyOf(ground, component(type, content)),
      places.map((place) => contentPath(...place)),
    )

/** Each key of a content that is not of its type is refused, one by one. */
const wantsTypes =
  (type: string, right: Content, wrong: Content): Row['prove'] =>
  async (ground) => {
    for (const [key, value] of Object.entries(wrong))
      await expectRefused(ground, bodyOf(ground, component(type, { ...right, [key]: value })), [
        contentPath(key),
      ])
  }

const field = { key: 'emailAddress', label: 'E-mail' }
const identity = (...fields: readonly unknown[]): Content => ({ fields })
const calendar = 'https://calendar.example/me'

const inputRows = [
  ...rowsOf('Input components', {
    'ShortInput takes question': keeps('ShortInput', { question: 'Who?' }),
    'ShortInput: question is a string': wantsTypes('ShortInput', {}, { question: 1 }),
    'LongInput takes question': keeps('LongInput', { question: 'Why?' }),
    'LongInput: question is a string': wantsTypes('LongInput', {}, { question: null }),
    'IdentityInfo takes fields': keeps('IdentityInfo', identity(field)),
    'IdentityInfo takes fields and nothing else': refuses(
      'IdentityInfo',
      { fields: [field], question: 'Who?' },
      ['question'],
    ),
  }),
  ...rowsOf('IdentityInfo content', {
    'fields is required': refuses('IdentityInfo', {}, ['fields']),
    'fields is an array': wantsTypes('IdentityInfo', {}, { fields: field }),
    'a field is an object': refuses('IdentityInfo', identity('emailAddress'), ['fields', 0]),
    'key is required': refuses('IdentityInfo', identity({ label: 'E-mail' }), ['fields', 0, 'key']),
    'key is one of the eighteen': async (ground) => {
      expect(identityKeys).toHaveLength(18)
      const fields = identityKeys.map((key) => ({ key, label: key }))
      await keeps('IdentityInfo', { fields })(ground)
    },
    'key is no other': refuses('IdentityInfo', identity(field, { key: 'shoeSize', label: 'Shoe size' }), [
      'fields',
      1,
      'key',
    ]),
    'label is required': refuses('IdentityInfo', identity({ key: 'city' }), ['fields', 0, 'label']),
    'label is a string': refuses('IdentityInfo', identity({ key: 'city', label: 1 }), ['fields', 0, 'label']),
    'placeholder, includeDialCode, defaultDialCodeCountry, blockPersonalEmails and revealAfter are taken':
      keeps(
        'IdentityInfo',
        identity(
          { ...field, placeholder: 'name@example.com', blockPersonalEmails: true },
          {
            key: 'phoneNumber',
            label: 'Phone',
            includeDialCode: true,
            defaultDialCodeCountry: 'CH',
            revealAfter: 'emailAddress',
          },
        ),
      ),
    'each of them is of its type': async (ground) => {
      const wrong = {
        placeholder: 1,
        includeDialCode: 'yes',
        defaultDialCodeCountry: 41,
        blockPersonalEmails: 'true',
        revealAfter: true,
      }
      for (const [key, value] of Object.entries(wrong))
        await refuses('IdentityInfo', identity({ ...field, [key]: value }), ['fields', 0, key])(ground)
    },
    'a field takes no other key': refuses('IdentityInfo', identity({ ...field, shoeSize: true }), [
      'fields',
      0,
      'shoeSize',
    ]),
  }),
]

const options = ['Red', 'Green']

const selectionRows = rowsOf('Selection components', {
  'Dropdown takes question, options, placeholder, isMulti and hideQuestion': keeps('Dropdown', {
    question: 'Which?',
    options,
    placeholder: 'Choose',
    isMulti: true,
    hideQuestion: true,
  }),
  'Dropdown needs no more than options': keeps('Dropdown', { options }),
  'Dropdown: options is required': refuses('Dropdown', { question: 'Which?' }, []),
  'Dropdown: choices is another name for options': keeps('Dropdown', { choices: options }, { options }),
  'Dropdown: choices has the limit of options': refuses('Dropdown', { choices: [] }, ['choices']),
  'Dropdown: options are strings': refuses(
    'Dropdown',
    { options: ['a', 2, null] },
    ['options', 1],
    ['options', 2],
  ),
  'Dropdown: each field is of its type': wantsTypes(
    'Dropdown',
    { options },
    { question: 1, options: 'Red', placeholder: false, isMulti: 'no', hideQuestion: 0 },
  ),
  'MultipleOptionsQuestion takes question, choices, subheading and isMulti': keeps(
    'MultipleOptionsQuestion',
    {
      question: 'Which?',
      choices: options,
      subheading: 'As many as you like',
      isMulti: true,
    },
  ),
  'MultipleOptionsQuestion: options is another name for choices': keeps(
    'MultipleOptionsQuestion',
    { question: 'Which?', options },
    { question: 'Which?', choices: options },
  ),
  'MultipleOptionsQuestion: each field is of its type': wantsTypes(
    'MultipleOptionsQuestion',
    {},
    { question: {}, choices: 'Red', options: 'Red', subheading: 1, isMulti: 'yes' },
  ),
  'MultipleOptionsQuestion: choices are strings': refuses('MultipleOptionsQuestion', { choices: [1] }, [
    'choices',
    0,
  ]),
})

const schedulingRows = rowsOf('Scheduling component', {
  'dataUrl, message, calendarType and prefillEmail are taken': keeps('SchedulerScreen', {
    dataUrl: calendar,
    message: 'Choose a time',
    calendarType: 'calendly',
    prefillEmail: true,
  }),
  'url and calendarUrl are other names for dataUrl': async (ground) => {
    for (const name of ['url', 'calendarUrl'])
      await keeps('SchedulerScreen', { [name]: calendar }, { dataUrl: calendar })(ground)
  },
  'one of the three must be present': refuses('SchedulerScreen', { message: 'Choose a time' }, []),
  'each field is of its type': wantsTypes(
    'SchedulerScreen',
    { dataUrl: calendar },
    { dataUrl: 1, url: 1, calendarUrl: 1, message: 1, calendarType: 1, prefillEmail: 'yes' },
  ),
})

const otherRows = [
  ...rowsOf('Navigation components', {
    'NextButton takes buttonText': keeps('NextButton', { buttonText: 'Go on' }),
    'NextButton: label is another name for buttonText': keeps(
      'NextButton',
      { label: 'Go on' },
      { buttonText: 'Go on' },
    ),
    'NextButton: each field is of its type': wantsTypes('NextButton', {}, { buttonText: 1, label: 1 }),
  }),
  ...rowsOf('Display components', {
    'Header takes title and subheading': keeps('Header', { title: 'Hello', subheading: 'And welcome' }),
    'Header: subheading is optional': keeps('Header', { title: 'Hello' }),
    'Header: each field is of its type': wantsTypes('Header', {}, { title: 1, subheading: [] }),
    'Disclaimer takes text': keeps('Disclaimer', { text: 'No warranty.' }),
    'Disclaimer: text is a string': wantsTypes('Disclaimer', {}, { text: true }),
  }),
  ...rowsOf('Other accepted types', {
    'EmailForm, FileUploader, GraphicOptions and PasswordInput are accepted': async (ground) => {
      for (const type of ['EmailForm', 'FileUploader', 'GraphicOptions', 'PasswordInput'])
        created(await ground.generate(bodyOf(ground, component(type, { question: 'What?' }))))
    },
  }),
]

/** Every component type and its content fields. */
export const componentTypeRows = [...inputRows, ...selectionRows, ...schedulingRows, ...otherRows]
