import type { PublishedComponent, PublishedForm, PublishedStep, Style } from '../form/form.ts'
import { newId, newQuestionId, type RandomBytes } from './keys.ts'
import { defaultStyle } from './style.ts'

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

const { layout } = defaultStyle

/** One question on each page, which has no card. */
const open = { ...layout, frame: 'page', questions: 'one' } as const

/** The styles of the starter forms. Every pair of colours meets WCAG AA, in the dark looks, too. */
export const starterStyles = {
  light: defaultStyle,
  dark: {
    colors: {
      background: '#14171c',
      text: '#eceff4',
      accent: '#8ab4ff',
      accentText: '#0b1220',
      border: '#737d8c',
      error: '#ff9a8f',
    },
    font: 'rounded',
    radius: 14,
    background: { gradient: ['#1b2036', '#0a0c11'], angle: 200 },
    layout,
    components: {},
  },
  warm: {
    colors: {
      background: '#fffaf3',
      text: '#2b2118',
      accent: '#9a3f16',
      accentText: '#ffffff',
      border: '#968370',
      error: '#a8201a',
    },
    dark: {
      background: '#211a14',
      text: '#f3ebe0',
      accent: '#e8955f',
      accentText: '#241208',
      border: '#8c7b6b',
      error: '#ff9a8a',
    },
    font: 'serif',
    radius: 4,
    layout,
    components: { NextButton: { radius: 999 } },
  },
  /** That of a public office: black on white, no ornament. */
  civic: {
    colors: {
      background: '#ffffff',
      text: '#0b0c0c',
      accent: '#00703c',
      accentText: '#ffffff',
      border: '#0b0c0c',
      error: '#c4271a',
    },
    dark: {
      background: '#0b0c0c',
      text: '#f3f4f4',
      accent: '#4cc38a',
      accentText: '#06140d',
      border: '#b1b4b6',
      error: '#ff8f80',
    },
    font: 'grotesque',
    radius: 0,
    layout: { ...layout, frame: 'page', progress: 'steps' },
    components: {},
  },
  /** A page of a magazine: ink and one red. */
  editorial: {
    colors: {
      background: '#fbf8f1',
      text: '#1a1613',
      accent: '#a5142c',
      accentText: '#ffffff',
      border: '#857a6c',
      error: '#a5142c',
    },
    dark: {
      background: '#171311',
      text: '#f3ece2',
      accent: '#ff8a96',
      accentText: '#2a060b',
      border: '#8f8577',
      error: '#ff8a96',
    },
    font: 'transitional',
    headingFont: 'didone',
    radius: 0,
    layout: { ...open, width: 'wide', density: 'spacious', progress: 'none' },
    components: {},
  },
  /** A soft sky behind large type. */
  dawn: {
    colors: {
      background: '#fff6f1',
      text: '#211338',
      accent: '#6429a6',
      accentText: '#ffffff',
      border: '#77688e',
      error: '#b01e3c',
    },
    dark: {
      background: '#1c1230',
      text: '#f6edf8',
      accent: '#cda4ff',
      accentText: '#220b3d',
      border: '#9b8db0',
      error: '#ff9fae',
    },
    font: 'geometric',
    radius: 16,
    background: { gradient: ['#ffd3bd', '#cdd6ff'], angle: 155 },
    layout: { ...open, align: 'center' },
    components: { NextButton: { radius: 999 } },
  },
  /** Like a terminal: one width of letters, little room. */
  terminal: {
    colors: {
      background: '#0d1210',
      text: '#d8e8de',
      accent: '#62e393',
      accentText: '#06140b',
      border: '#62796d',
      error: '#ff9184',
    },
    font: 'mono',
    radius: 2,
    layout: { ...layout, density: 'compact', progress: 'steps' },
    components: {},
  },
  /** A poster: black on one loud colour. */
  signal: {
    colors: {
      background: '#ffd60a',
      text: '#141207',
      accent: '#141207',
      accentText: '#ffd60a',
      border: '#5c4e00',
      error: '#97100a',
    },
    dark: {
      background: '#141207',
      text: '#fffbe6',
      accent: '#ffd60a',
      accentText: '#141207',
      border: '#8d876a',
      error: '#ff9a85',
    },
    font: 'grotesque',
    headingFont: 'industrial',
    radius: 6,
    layout: { ...open, density: 'spacious', progress: 'steps' },
    components: {},
  },
  /** A quiet card on pale green. */
  meadow: {
    colors: {
      background: '#fdfefb',
      text: '#1d2b22',
      accent: '#2c6a49',
      accentText: '#ffffff',
      border: '#76877b',
      error: '#a92f1f',
    },
    dark: {
      background: '#141d17',
      text: '#e9f1ea',
      accent: '#7fd0a3',
      accentText: '#06180e',
      border: '#6f8275',
      error: '#ff9c8c',
    },
    font: 'humanist',
    headingFont: 'classical',
    radius: 18,
    background: { gradient: ['#dcead9', '#f4efdd'], angle: 165 },
    layout: { ...layout, width: 'narrow', density: 'spacious' },
    components: {},
  },
} as const satisfies Readonly<Record<string, Style>>

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
