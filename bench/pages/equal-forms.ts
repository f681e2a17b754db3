import type { ShortStep } from '../../test/support/page-server.ts'

/** The same application form for each library: seven questions on the first page, and a second page. */
const teams = ['Design', 'Engineering', 'Sales', 'Support']
const starts = ['At once', 'Within a month', 'Later']

export const ourForm: readonly ShortStep[] = [
  [
    'About you',
    ['Header', { title: 'Apply to us', subheading: 'It takes two minutes.' }],
    ['ShortInput', { question: 'Full name' }],
    ['EmailForm', { question: 'E-mail address' }],
    ['ShortInput', { question: 'Where do you live?' }],
    ['Dropdown', { question: 'Which team?', options: teams }],
    ['MultipleOptionsQuestion', { question: 'When could you start?', choices: starts }],
    [
      'MultipleOptionsQuestion',
      { question: 'Which teams have you worked in?', choices: teams, isMulti: true },
    ],
    ['LongInput', { question: 'Why us?' }],
    ['NextButton', { buttonText: 'Next' }],
  ],
  [
    'Your work',
    ['LongInput', { question: 'What did you build last?' }],
    ['NextButton', { buttonText: 'Send' }],
  ],
]

export const surveyJsForm = {
  title: 'Apply to us',
  description: 'It takes two minutes.',
  pages: [
    {
      elements: [
        { type: 'text', name: 'name', title: 'Full name' },
        { type: 'text', name: 'email', inputType: 'email', title: 'E-mail address' },
        { type: 'text', name: 'place', title: 'Where do you live?' },
        { type: 'dropdown', name: 'team', title: 'Which team?', choices: teams },
        { type: 'radiogroup', name: 'start', title: 'When could you start?', choices: starts },
        { type: 'checkbox', name: 'teams', title: 'Which teams have you worked in?', choices: teams },
        { type: 'comment', name: 'why', title: 'Why us?' },
      ],
    },
    { elements: [{ type: 'comment', name: 'built', title: 'What did you build last?' }] },
  ],
}

const valuesOf = (texts: readonly string[]) => texts.map((text) => ({ label: text, value: text }))

/** form-js has no pages, so it draws the second page's question, too. */
export const formJsForm = {
  type: 'default',
  components: [
    { type: 'text', text: '# Apply to us\nIt takes two minutes.' },
    { type: 'textfield', key: 'name', label: 'Full name' },
    { type: 'textfield', key: 'email', label: 'E-mail address', validate: { validationType: 'email' } },
    { type: 'textfield', key: 'place', label: 'Where do you live?' },
    { type: 'select', key: 'team', label: 'Which team?', values: valuesOf(teams) },
    { type: 'radio', key: 'start', label: 'When could you start?', values: valuesOf(starts) },
    { type: 'checklist', key: 'teams', label: 'Which teams have you worked in?', values: valuesOf(teams) },
    { type: 'textarea', key: 'why', label: 'Why us?' },
    { type: 'textarea', key: 'built', label: 'What did you build last?' },
  ],
}
