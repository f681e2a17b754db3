export const contactName = 'Contact us'

/** The spec that quickstart ships: three steps, the common kinds of question. */
export const contactSpec = `# A form as code. "formctl forms validate contact.yaml" checks it, "formctl forms generate contact.yaml" publishes it.
name: ${contactName}
steps:
  - name: About you
    components:
      - type: Header
        content:
          title: Let us talk
          subheading: Three short steps, two minutes.
      - type: IdentityInfo
        content:
          fields:
            - key: fullName
              label: Your name
            - key: workEmailAddress
              label: Work e-mail
              placeholder: you@company.example
            - key: companyName
              label: Company
      - type: NextButton
        content:
          buttonText: Next

  - name: Your project
    components:
      - type: MultipleOptionsQuestion
        content:
          question: What do you need?
          choices:
            - A new website
            - A mobile app
            - Advice
          isMulti: true
      - type: Dropdown
        content:
          question: When should it start?
          options:
            - This month
            - This quarter
            - Later
      - type: NextButton
        content:
          buttonText: Next

  - name: Anything else
    components:
      - type: LongInput
        content:
          question: What else should we know?
      - type: Disclaimer
        content:
          text: We use your answers to reply to you, and for nothing else.
      - type: NextButton
        content:
          buttonText: Send
`

/** The settings that quickstart writes: a service that lives in the folder beside them. */
export const quickstartSettings = `# Settings of this folder. Made by formctl quickstart; yours to change.
base_url: embedded:data
`

/** What the visitors of quickstart answer, step by step: by the text of a label, what is typed or chosen. */
export const visits: readonly Visit[] = [
  {
    name: 'Ada',
    isFinished: true,
    steps: [
      { 'Your name': 'Ada Okafor', 'Work e-mail': 'ada@okafor.example', Company: 'Okafor & Daughters' },
      { 'A new website': true, Advice: true, 'When should it start?': 'This month' },
      { 'What else should we know?': 'We print on paper, too.\nSecond line: "quotes", commas, and ümlauts.' },
    ],
  },
  {
    name: 'Jun',
    isFinished: true,
    steps: [
      { 'Your name': 'Jun Watanabe', 'Work e-mail': 'jun@watanabe.example', Company: '渡辺商店' },
      { 'A mobile app': true, 'When should it start?': 'Later' },
      { 'What else should we know?': '' },
    ],
  },
  {
    name: 'Lena',
    isFinished: false,
    steps: [{ 'Your name': 'Lena Fischer', 'Work e-mail': 'lena@fischer.example' }],
  },
]

/** One person's way through the form; fewer steps than the form has make a partial response. */
export type Visit = {
  readonly name: string
  readonly isFinished: boolean
  readonly steps: readonly Readonly<Record<string, string | true>>[]
}
