export const feedback = {
  name: 'Your feedback',
  text: `
steps:
  - name: Your visit
    components:
      - type: Header
        content:
          title: How was it?
          subheading: Five questions, two minutes. Your answers go straight to the people who can change things.
      - type: Rating
        key: overall
        required: true
        content:
          question: How was your visit, all in all?
          max: 5
          lowLabel: Poor
          highLabel: Excellent
      - type: Matrix
        key: aspects
        content:
          question: And in detail?
          rows: [Welcome, Service, Quality, Value for money]
          columns: [Poor, Fair, Good, Excellent]
      - type: NextButton
        content:
          buttonText: Next

  - name: In your words
    components:
      # This question is asked only where something was not good.
      - type: LongInput
        key: what_went_wrong
        visibleIf: { question: overall, under: 4 }
        content:
          question: What went wrong?
          maxLength: 2000
      - type: LongInput
        key: what_was_good
        visibleIf: { question: overall, over: 3 }
        content:
          question: What did you like most?
          maxLength: 2000
      - type: MultipleOptionsQuestion
        key: come_again
        content:
          question: Will you come again?
          choices: [Certainly, Probably, Probably not]
      - type: EmailForm
        key: email
        description: Only if you would like an answer.
        content:
          question: Your e-mail address
      - type: NextButton
        content:
          buttonText: Send

  - name: Thank you
    components:
      - type: Header
        content:
          title: Thank you
          subheading: We read every answer.
`,
}
