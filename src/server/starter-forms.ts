import type { PublishedComponent, PublishedForm, Style } from '../form/form.ts'
import { capital } from '../form/words.ts'
import { newId, newShortId, type RandomBytes } from './keys.ts'
import { defaultStyle } from './style.ts'

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
  plain: defaultStyle,
  warm: {
    colors: palette('#fffaf3', '#2b2118', '#9a3f16', '#ffffff', '#968370', '#a8201a'),
    dark: palette('#211a14', '#f3ebe0', '#e8955f', '#241208', '#8c7b6b', '#ff9a8a'),
    font: 'serif',
    radius: 4,
    layout,
    components: { NextButton: { radius: 999 } },
  },
  night: {
    colors: palette('#14171c', '#eceff4', '#8ab4ff', '#0b1220', '#737d8c', '#ff9a8f'),
    font: 'rounded',
    radius: 14,
    background: { gradient: ['#1b2036', '#0a0c11'], angle: 200 },
    layout,
    components: {},
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

/** What every starter form asks, so that their looks can be compared. */
const steps: readonly { readonly name: string; readonly components: readonly Shown[] }[] = [
  {
    name: 'Your visit',
    components: [
      ['Header', { title: 'How was it?', subheading: 'Three questions, one minute.' }],
      ['Rating', { question: 'How was your visit, all in all?' }],
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
      [
        'IdentityInfo',
        {
          fields: [
            { key: 'fullName', label: 'Full name' },
            { key: 'emailAddress', label: 'E-mail address', placeholder: 'name@example.com' },
          ],
        },
      ],
      ['Disclaimer', { text: 'We read every answer, and publish none.' }],
      ['NextButton', { buttonText: 'Send' }],
    ],
  },
]

type Shown = readonly [type: string, content: PublishedComponent['content']]

/** The names of the starter forms: those of their styles. */
export const starterNames: readonly string[] = Object.keys(starterStyles).map(capital)

/** The forms that every environment starts with, since a new form needs one to take its look from. */
export const starterForms = (
  environmentId: string,
  { createdAt, randomBytes }: { readonly createdAt: string; readonly randomBytes: RandomBytes },
): readonly PublishedForm[] =>
  Object.entries(starterStyles).map(([name, style]) => ({
    id: newId(randomBytes),
    environmentId,
    name: capital(name),
    createdAt,
    steps: steps.map((step) => ({
      name: step.name,
      components: step.components.map(([type, content]) => ({
        questionId: newShortId(randomBytes),
        type,
        content,
      })),
    })),
    style,
  }))
