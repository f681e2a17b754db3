import type { PublishedComponent, PublishedForm, PublishedStep, Style } from '../form/form.ts'
import { newId, newQuestionId, type RandomBytes } from './ids.ts'
import { starterStyles } from './style.ts'

/** The forms that every environment starts with, since a new form needs one to take its look from. */
export const starterForms = (
  environmentId: string,
  { createdAt, randomBytes }: { readonly createdAt: string; readonly randomBytes: RandomBytes },
): readonly PublishedForm[] =>
  starters.map(({ name, style, steps }) => ({
    id: newId(randomBytes),
    environmentId,
    name,
    createdAt,
    steps: steps.map((step): PublishedStep => ({
      name: step.name,
      components: step.components.map(([type, content]): PublishedComponent => ({
        questionId: newQuestionId(randomBytes),
        type,
        content,
      })),
    })),
    style,
  }))

type StarterStep = {
  readonly name: string
  readonly components: readonly (readonly [type: string, content: PublishedComponent['content']])[]
}

type Starter = { readonly name: string; readonly style: Style; readonly steps: readonly StarterStep[] }

const emailField = { key: 'emailAddress', label: 'E-mail address', placeholder: 'name@example.com' }

const starters: readonly Starter[] = [
  {
    name: 'Plain',
    style: starterStyles.light,
    steps: [
      {
        name: 'Your message',
        components: [
          ['Header', { title: 'Write to us', subheading: 'We answer within two working days.' }],
          ['LongInput', { question: 'What is it about?' }],
          ['NextButton', { buttonText: 'Next' }],
        ],
      },
      {
        name: 'About you',
        components: [
          ['IdentityInfo', { fields: [{ key: 'fullName', label: 'Full name' }, emailField] }],
          ['NextButton', { buttonText: 'Send' }],
        ],
      },
    ],
  },
  {
    name: 'Warm',
    style: starterStyles.warm,
    steps: [
      {
        name: 'Your visit',
        components: [
          ['Header', { title: 'How was it?' }],
          [
            'MultipleOptionsQuestion',
            { question: 'Would you come again?', choices: ['Gladly', 'Perhaps', 'Rather not'] },
          ],
          ['NextButton', { buttonText: 'Next' }],
        ],
      },
      {
        name: 'In your words',
        components: [
          ['LongInput', { question: 'What should we do better?' }],
          ['Disclaimer', { text: 'We read every answer, and publish none.' }],
          ['NextButton', { buttonText: 'Send' }],
        ],
      },
    ],
  },
  {
    name: 'Night',
    style: starterStyles.dark,
    steps: [
      {
        name: 'Your place',
        components: [
          ['Header', { title: 'Join us', subheading: 'It takes a minute.' }],
          ['IdentityInfo', { fields: [{ key: 'firstName', label: 'First name' }, emailField] }],
          ['NextButton', { buttonText: 'Next' }],
        ],
      },
      {
        name: 'Your evening',
        components: [
          ['Dropdown', { question: 'When do you come?', options: ['At seven', 'At nine', 'Later'] }],
          ['ShortInput', { question: 'Who comes with you?' }],
          ['NextButton', { buttonText: 'Join' }],
        ],
      },
    ],
  },
]
