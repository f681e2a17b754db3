import type { ShortComponent, ShortStep } from './page-server.ts'

const tongues =
  'Arabic,Basque,Catalan,Danish,Dutch,English,Finnish,French,German,Greek,Hebrew,Hindi,Irish,Italian,Japanese,Welsh'

/** A form with every component type in its variants, over seven steps, and a step that thanks. */
export const everyComponent: readonly ShortStep[] = [
  [
    'About you',
    ['Header', { title: 'Tell us about you', subheading: 'It takes two minutes. Nothing here is required.' }],
    [
      'IdentityInfo',
      {
        fields: [
          { key: 'fullName', label: 'Full name', placeholder: 'Ada Lovelace' },
          { key: 'workEmailAddress', label: 'Work e-mail', blockPersonalEmails: true },
          { key: 'companyName', label: 'Company', revealAfter: 'workEmailAddress' },
          {
            key: 'phoneNumber',
            label: 'Phone',
            placeholder: '020 7946 0958',
            includeDialCode: true,
            defaultDialCodeCountry: 'GB',
          },
        ],
      },
    ],
    ['EmailForm', { question: 'Where should we write to?' }],
    ['NextButton', { buttonText: 'Continue' }],
    ['Disclaimer', { text: 'We keep your answers for a year.\nThen they are gone.' }],
  ],
  [
    'Your work',
    ['ShortInput', { question: 'What do you do?' }],
    ['LongInput', { question: 'What should be better?' }],
    [
      'Dropdown',
      {
        question: 'Where do you work?',
        options: ['London', 'Berlin', 'Elsewhere'],
        placeholder: 'Pick a place',
      },
    ],
    [
      'Dropdown',
      {
        question: 'Which tools do you use?',
        options: ['Paper', 'Spreadsheets', 'A database', 'Dashboards', 'Scripts', 'Something else'],
        isMulti: true,
      },
    ],
    [
      'MultipleOptionsQuestion',
      {
        question: 'How large is your team?',
        subheading: 'Count everyone.',
        choices: ['Just me', '2 to 10', 'More than 10'],
      },
    ],
    [
      'GraphicOptions',
      { question: 'What matters to you?', choices: ['Speed', 'Price', 'Support'], isMulti: true },
    ],
    ['NextButton', { buttonText: 'Continue' }],
  ],
  [
    'Your account',
    ['PasswordInput', { question: 'Choose a password' }],
    ['FileUploader', { question: 'Attach your brief' }],
  ],
  [
    'A time to talk',
    [
      'SchedulerScreen',
      { dataUrl: 'https://calendar.invalid/ada', message: 'Pick a time that suits you.', prefillEmail: true },
    ],
    ['Scheduler', { dataUrl: 'http://calendar.invalid/ada' }],
    ['NextButton', { buttonText: 'Send' }],
  ],
  [
    'In figures',
    [
      'Number',
      { question: 'How many are you?', min: 1, max: 900, unit: 'people' },
      { description: 'Yourself too.' },
    ],
    ['Rating', { question: 'How was it?', lowLabel: 'Poor', highLabel: 'Excellent' }],
    ['Rating', { question: 'How fast was it?', look: 'numbers', max: 4 }],
    ['OpinionScale', { question: 'How likely are you to recommend us?', preset: 'nps' }],
    ['Date', { question: 'When was it?', max: 'today' }],
    ['Time', { question: 'At what time?', step: 15 }],
    ['Phone', { question: 'Which number?', includeDialCode: true, defaultCountry: 'GB' }],
  ],
  [
    'Your choices',
    ['ShortInput', { question: 'In one line?', minLength: 2, maxLength: 80 }],
    ['LongInput', { question: 'In full?', maxLength: 400 }, { description: 'Take your time.' }],
    ['Dropdown', { question: 'Which country?', options: ['Chile', 'Ghana'], other: true }],
    ['Dropdown', { question: 'Which mother tongue?', options: tongues.split(',') }],
    ['Dropdown', { question: 'Which languages?', options: tongues.split(','), isMulti: true }],
    ['MultipleOptionsQuestion', { question: 'Which day?', choices: ['Monday', 'Friday'], other: true }],
    [
      'MultipleOptionsQuestion',
      {
        question: 'Which meals?',
        choices: ['Breakfast', 'Lunch', 'Dinner'],
        isMulti: true,
        other: true,
        otherLabel: 'Something else',
        maxChoices: 2,
      },
    ],
    [
      'GraphicOptions',
      {
        question: 'Which view?',
        choices: ['Hills', 'Sea'],
        columns: 2,
        images: [
          {
            option: 'Hills',
            image: 'https://pictures.invalid/hills.png',
            alt: 'Green hills under a clear sky',
          },
          { option: 'Sea', image: 'https://pictures.invalid/sea.png', alt: 'Waves on a beach' },
        ],
      },
    ],
    [
      'Matrix',
      { question: 'What of these?', rows: ['Food', 'Talks'], columns: ['Good', 'Fair', 'Bad'] },
      { description: 'One in each row.' },
    ],
    ['Ranking', { question: 'Which first?', options: ['Trains', 'Ships', 'Planes'] }],
  ],
  [
    'The rest',
    ['Statement', { title: 'Before you go', text: 'Read [our promise](https://promise.invalid/) first.' }],
    [
      'IdentityInfo',
      {
        fields: [
          { key: 'firstName', label: 'First name', required: true },
          { key: 'lastName', label: 'Last name' },
          { key: 'city', label: 'City' },
          { key: 'zipCode', label: 'Postal code' },
        ],
      },
      { description: 'As on your ticket.' },
    ],
    ['Address', { question: 'Where do you live?' }],
    ['FileUploader', { question: 'Which papers?', maxFiles: 3, maxSize: 2, accept: ['.pdf', 'image/*'] }],
    [
      'Consent',
      { question: 'Terms', text: 'I agree to [the terms](https://terms.invalid/).' },
      { required: false },
    ],
    ['Consent', { text: 'Write to me.' }, { required: false }],
  ],
  [
    'Thanks',
    ['Header', { title: 'That is all', subheading: 'We will be in touch.' }],
    ['Disclaimer', { text: 'Small print.' }],
  ],
]

/** A step with every component type in its variants, and one that depends on another. */
export const everyTypeAtOnce: ShortStep = [
  'All',
  ...everyComponent.slice(0, -1).flatMap(([, ...components]) => components),
  ['LongInput', { question: 'Why?' }, { visibleIf: { question: 'q0', is: 'Ada' } }],
]

/** Every question but calendars. */
const questions: readonly ShortComponent[] = everyComponent
  .slice(0, -1)
  .flatMap(([, ...components]) => components)
  .filter(([type]) => !/^Scheduler|Header|NextButton/.test(type))

/** Every question but calendars, on one step. */
export const everyQuestion: ShortStep = ['All questions', ...questions]

/** The same step with each question required. */
export const everyRequired: ShortStep = [
  'All questions',
  ...questions.map(([type, content = {}, beside]): ShortComponent => [
    type,
    content,
    { ...beside, required: !/^(Statement|Disclaimer)$/.test(type) },
  ]),
]
