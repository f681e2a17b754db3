import type { PublishedComponent, PublishedForm, PublishedStep, Style } from '../form/form.ts'
import { newId, newQuestionId, type RandomBytes } from './keys.ts'
import { starterStyles } from './starter-styles.ts'

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
  {
    name: 'Civic',
    style: starterStyles.civic,
    steps: [
      {
        name: 'Your application',
        components: [
          [
            'Header',
            { title: 'Apply for a parking permit', subheading: 'You need the number of your vehicle.' },
          ],
          ['ShortInput', { question: 'Number plate' }],
          ['NextButton', { buttonText: 'Continue' }],
        ],
      },
      {
        name: 'Your address',
        components: [
          ['Address', { question: 'Where do you live?' }],
          ['NextButton', { buttonText: 'Send the application' }],
        ],
      },
    ],
  },
  {
    name: 'Editorial',
    style: starterStyles.editorial,
    steps: [
      {
        name: 'The reader',
        components: [
          [
            'Header',
            { title: 'Letters to the editor', subheading: 'Two questions, and we print the best answers.' },
          ],
          ['LongInput', { question: 'What did you make of this issue?' }],
          ['OpinionScale', { question: 'Would you pass it on to a friend?' }],
          ['NextButton', { buttonText: 'Go on' }],
        ],
      },
      {
        name: 'The name',
        components: [
          ['ShortInput', { question: 'How shall we sign your letter?' }],
          ['NextButton', { buttonText: 'Send the letter' }],
        ],
      },
    ],
  },
  {
    name: 'Dawn',
    style: starterStyles.dawn,
    steps: [
      {
        name: 'Your morning',
        components: [
          [
            'MultipleOptionsQuestion',
            { question: 'How did you sleep?', choices: ['Like a stone', 'So so', 'Hardly at all'] },
          ],
          ['Rating', { question: 'How do you feel now?' }],
          ['NextButton', { buttonText: 'Next' }],
        ],
      },
      {
        name: 'Your day',
        components: [
          ['ShortInput', { question: 'What would make today a good day?' }],
          ['NextButton', { buttonText: 'Done' }],
        ],
      },
    ],
  },
  {
    name: 'Terminal',
    style: starterStyles.terminal,
    steps: [
      {
        name: 'The fault',
        components: [
          ['Header', { title: 'Report a fault', subheading: 'One fault in each report.' }],
          ['ShortInput', { question: 'Version' }],
          ['LongInput', { question: 'What happened?' }],
          ['NextButton', { buttonText: 'Next' }],
        ],
      },
      {
        name: 'More',
        components: [
          ['FileUploader', { question: 'Logs' }],
          ['EmailForm', { question: 'Where can we ask back?' }],
          ['NextButton', { buttonText: 'Report' }],
        ],
      },
    ],
  },
  {
    name: 'Signal',
    style: starterStyles.signal,
    steps: [
      {
        name: 'You',
        components: [
          ['ShortInput', { question: 'Who are you?' }],
          [
            'GraphicOptions',
            { question: 'What do you bring?', choices: ['Ideas', 'Tools', 'Cake'], isMulti: true },
          ],
          ['NextButton', { buttonText: 'Next' }],
        ],
      },
      {
        name: 'Us',
        components: [
          ['EmailForm', { question: 'Where do we send the address?' }],
          ['NextButton', { buttonText: 'Count me in' }],
        ],
      },
    ],
  },
  {
    name: 'Meadow',
    style: starterStyles.meadow,
    steps: [
      {
        name: 'Your walk',
        components: [
          ['Header', { title: 'Walk with us', subheading: 'Every Sunday, in any weather.' }],
          ['Date', { question: 'Which Sunday suits you?' }],
          ['Number', { question: 'How far do you like to walk?', unit: 'km' }],
          ['NextButton', { buttonText: 'Next' }],
        ],
      },
      {
        name: 'About you',
        components: [
          ['IdentityInfo', { fields: [{ key: 'firstName', label: 'First name' }, emailField] }],
          ['NextButton', { buttonText: 'Come along' }],
        ],
      },
    ],
  },
]
