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

const palette = (
  background: string,
  text: string,
  accent: string,
  accentText: string,
  border: string,
  error: string,
) => ({ background, text, accent, accentText, border, error })

/** One question on each page, which has no card. */
const open = { ...layout, frame: 'page', questions: 'one' } as const

/** The styles of the starter forms. Every pair of colours meets WCAG AA, in the dark looks, too. */
export const starterStyles = {
  light: defaultStyle,
  dark: {
    colors: palette('#14171c', '#eceff4', '#8ab4ff', '#0b1220', '#737d8c', '#ff9a8f'),
    font: 'rounded',
    radius: 14,
    background: { gradient: ['#1b2036', '#0a0c11'], angle: 200 },
    layout,
    components: {},
  },
  warm: {
    colors: palette('#fffaf3', '#2b2118', '#9a3f16', '#ffffff', '#968370', '#a8201a'),
    dark: palette('#211a14', '#f3ebe0', '#e8955f', '#241208', '#8c7b6b', '#ff9a8a'),
    font: 'serif',
    radius: 4,
    layout,
    components: { NextButton: { radius: 999 } },
  },
  /** That of a public office: black on white, no ornament. */
  civic: {
    colors: palette('#ffffff', '#0b0c0c', '#00703c', '#ffffff', '#0b0c0c', '#c4271a'),
    dark: palette('#0b0c0c', '#f3f4f4', '#4cc38a', '#06140d', '#b1b4b6', '#ff8f80'),
    font: 'grotesque',
    radius: 0,
    layout: { ...layout, frame: 'page', progress: 'steps' },
    components: {},
  },
  /** A page of a magazine: ink on paper; only errors are red. */
  editorial: {
    colors: palette('#fbf8f1', '#1a1613', '#1a1613', '#fbf8f1', '#857a6c', '#a5142c'),
    dark: palette('#171311', '#f3ece2', '#f3ece2', '#171311', '#8f8577', '#ff8a96'),
    font: 'transitional',
    headingFont: 'didone',
    radius: 0,
    layout: { ...open, width: 'wide', density: 'spacious', progress: 'none' },
    components: {},
  },
  /** A soft sky behind large type. */
  dawn: {
    colors: palette('#fff6f1', '#211338', '#6429a6', '#ffffff', '#77688e', '#b01e3c'),
    dark: palette('#1c1230', '#f6edf8', '#cda4ff', '#220b3d', '#9b8db0', '#ff9fae'),
    font: 'geometric',
    radius: 16,
    background: { gradient: ['#ffd3bd', '#cdd6ff'], angle: 155 },
    layout: { ...open, align: 'center' },
    components: { NextButton: { radius: 999 } },
  },
  /** Like a terminal: one width of letters, little room. */
  terminal: {
    colors: palette('#0d1210', '#d8e8de', '#62e393', '#06140b', '#62796d', '#ff9184'),
    font: 'mono',
    radius: 2,
    layout: { ...layout, density: 'compact', progress: 'steps' },
    components: {},
  },
  /** A poster: black on one loud colour. */
  signal: {
    colors: palette('#ffd60a', '#141207', '#141207', '#ffd60a', '#5c4e00', '#97100a'),
    dark: palette('#141207', '#fffbe6', '#ffd60a', '#141207', '#8d876a', '#ff9a85'),
    font: 'grotesque',
    headingFont: 'industrial',
    radius: 6,
    layout: { ...open, density: 'spacious', progress: 'steps' },
    components: {},
  },
  /** A quiet card on pale green. */
  meadow: {
    colors: palette('#fdfefb', '#1d2b22', '#2c6a49', '#ffffff', '#76877b', '#a92f1f'),
    dark: palette('#141d17', '#e9f1ea', '#7fd0a3', '#06180e', '#6f8275', '#ff9c8c'),
    font: 'humanist',
    headingFont: 'classical',
    radius: 18,
    background: { gradient: ['#dcead9', '#f4efdd'], angle: 165 },
    layout: { ...layout, width: 'narrow', density: 'spacious' },
    components: {},
  },
} as const satisfies Readonly<Record<string, Style>>

const emailField = { key: 'emailAddress', label: 'E-mail address', placeholder: 'name@example.com' }

type Component = readonly [type: string, content: PublishedComponent['content']]

const step = (name: string, ...components: readonly Component[]) => ({ name, components })

const starters = [
  {
    name: 'Plain',
    style: starterStyles.light,
    steps: [
      step(
        'Your message',
        ['Header', { title: 'Write to us', subheading: 'We answer within two working days.' }],
        ['LongInput', { question: 'What is it about?' }],
        ['NextButton', { buttonText: 'Next' }],
      ),
      step(
        'About you',
        ['IdentityInfo', { fields: [{ key: 'fullName', label: 'Full name' }, emailField] }],
        ['NextButton', { buttonText: 'Send' }],
      ),
    ],
  },
  {
    name: 'Warm',
    style: starterStyles.warm,
    steps: [
      step(
        'Your visit',
        ['Header', { title: 'How was it?' }],
        [
          'MultipleOptionsQuestion',
          { question: 'Would you come again?', choices: ['Gladly', 'Perhaps', 'Rather not'] },
        ],
        ['NextButton', { buttonText: 'Next' }],
      ),
      step(
        'In your words',
        ['LongInput', { question: 'What should we do better?' }],
        ['Disclaimer', { text: 'We read every answer, and publish none.' }],
        ['NextButton', { buttonText: 'Send' }],
      ),
    ],
  },
  {
    name: 'Night',
    style: starterStyles.dark,
    steps: [
      step(
        'Your place',
        ['Header', { title: 'Join us', subheading: 'It takes a minute.' }],
        ['IdentityInfo', { fields: [{ key: 'firstName', label: 'First name' }, emailField] }],
        ['NextButton', { buttonText: 'Next' }],
      ),
      step(
        'Your evening',
        ['Dropdown', { question: 'When do you come?', options: ['At seven', 'At nine', 'Later'] }],
        ['ShortInput', { question: 'Who comes with you?' }],
        ['NextButton', { buttonText: 'Join' }],
      ),
    ],
  },
  {
    name: 'Civic',
    style: starterStyles.civic,
    steps: [
      step(
        'Your application',
        [
          'Header',
          { title: 'Apply for a parking permit', subheading: 'You need the number of your vehicle.' },
        ],
        ['ShortInput', { question: 'Number plate' }],
        ['NextButton', { buttonText: 'Continue' }],
      ),
      step(
        'Your address',
        ['Address', { question: 'Where do you live?' }],
        ['NextButton', { buttonText: 'Send the application' }],
      ),
    ],
  },
  {
    name: 'Editorial',
    style: starterStyles.editorial,
    steps: [
      step(
        'The reader',
        [
          'Header',
          { title: 'Letters to the editor', subheading: 'Two questions, and we print the best answers.' },
        ],
        ['LongInput', { question: 'What did you make of this issue?' }],
        ['OpinionScale', { question: 'Would you pass it on to a friend?' }],
        ['NextButton', { buttonText: 'Go on' }],
      ),
      step(
        'The name',
        ['ShortInput', { question: 'How shall we sign your letter?' }],
        ['NextButton', { buttonText: 'Send the letter' }],
      ),
    ],
  },
  {
    name: 'Dawn',
    style: starterStyles.dawn,
    steps: [
      step(
        'Your morning',
        [
          'MultipleOptionsQuestion',
          { question: 'How did you sleep?', choices: ['Like a stone', 'So so', 'Hardly at all'] },
        ],
        ['Rating', { question: 'How do you feel now?' }],
        ['NextButton', { buttonText: 'Next' }],
      ),
      step(
        'Your day',
        ['ShortInput', { question: 'What would make today a good day?' }],
        ['NextButton', { buttonText: 'Done' }],
      ),
    ],
  },
  {
    name: 'Terminal',
    style: starterStyles.terminal,
    steps: [
      step(
        'The fault',
        ['Header', { title: 'Report a fault', subheading: 'One fault in each report.' }],
        ['ShortInput', { question: 'Version' }],
        ['LongInput', { question: 'What happened?' }],
        ['NextButton', { buttonText: 'Next' }],
      ),
      step(
        'More',
        ['FileUploader', { question: 'Logs' }],
        ['EmailForm', { question: 'Where can we ask back?' }],
        ['NextButton', { buttonText: 'Report' }],
      ),
    ],
  },
  {
    name: 'Signal',
    style: starterStyles.signal,
    steps: [
      step(
        'You',
        ['ShortInput', { question: 'Who are you?' }],
        [
          'GraphicOptions',
          { question: 'What do you bring?', choices: ['Ideas', 'Tools', 'Cake'], isMulti: true },
        ],
        ['NextButton', { buttonText: 'Next' }],
      ),
      step(
        'Us',
        ['EmailForm', { question: 'Where do we send the address?' }],
        ['NextButton', { buttonText: 'Count me in' }],
      ),
    ],
  },
  {
    name: 'Meadow',
    style: starterStyles.meadow,
    steps: [
      step(
        'Your walk',
        ['Header', { title: 'Walk with us', subheading: 'Every Sunday, in any weather.' }],
        ['Date', { question: 'Which Sunday suits you?' }],
        ['Number', { question: 'How far do you like to walk?', unit: 'km' }],
        ['NextButton', { buttonText: 'Next' }],
      ),
      step(
        'About you',
        ['IdentityInfo', { fields: [{ key: 'firstName', label: 'First name' }, emailField] }],
        ['NextButton', { buttonText: 'Come along' }],
      ),
    ],
  },
]

/** The names of the starter forms. */
export const starterNames: readonly string[] = starters.map(({ name }) => name)
