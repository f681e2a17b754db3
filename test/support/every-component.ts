import type { ShortStep } from './page-server.ts'

/** A form with every component type, over four steps, and a step that thanks. */
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
    'Thanks',
    ['Header', { title: 'That is all', subheading: 'We will be in touch.' }],
    ['Disclaimer', { text: 'Small print.' }],
  ],
]

/** A step with every component type, and with every option that brings CSS or a script along. */
export const everyTypeAtOnce: ShortStep = [
  'All',
  ...everyComponent.slice(0, -1).flatMap(([, ...components]) => components),
  ['ShortInput', { question: 'Which name?', maxLength: 20 }],
  ['LongInput', { question: 'Why?', maxLength: 90 }, { visibleIf: { question: 'q0', is: 'Ada' } }],
  ['Number', { question: 'How far?', unit: 'km' }],
  ['Rating', { question: 'How many stars?' }],
  ['OpinionScale', { question: 'How likely?', preset: 'nps' }],
  ['Date', { question: 'Which day?' }],
  ['Time', { question: 'When?' }],
  ['Phone', { question: 'Which number?', includeDialCode: true }],
  ['Address', { question: 'Where do you live?' }],
  ['Dropdown', { question: 'Which one?', options: ['A', 'B'], other: true, searchable: true }],
  ['MultipleOptionsQuestion', { question: 'Which?', choices: ['A'], other: true }],
  [
    'GraphicOptions',
    {
      question: 'Which picture?',
      choices: ['A'],
      images: [{ option: 'A', image: 'https://pictures.invalid/a.png', alt: 'A' }],
    },
  ],
  ['Matrix', { question: 'How was it?', rows: ['Food', 'Talks'], columns: ['Good', 'Bad'] }],
  ['Ranking', { question: 'Which first?', options: ['A', 'B'] }],
  ['Consent', { question: 'Terms', text: 'I agree.' }],
  ['Statement', { title: 'To know', text: 'We answer within a day.' }],
]
