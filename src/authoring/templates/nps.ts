export const nps = {
  name: 'One question',
  text: `
steps:
  - name: Your opinion
    components:
      - type: OpinionScale
        key: recommend
        required: true
        content:
          question: How likely are you to recommend us to a friend or colleague?
          preset: nps
          lowLabel: Not at all likely
          highLabel: Extremely likely
      - type: NextButton
        content:
          buttonText: Next

  - name: Why
    components:
      - type: LongInput
        key: what_is_missing
        visibleIf: { question: recommend, under: 7 }
        content:
          question: What disappointed you?
      - type: LongInput
        key: what_to_improve
        visibleIf: { question: recommend, in: [7, 8] }
        content:
          question: What would make it a 10?
      - type: LongInput
        key: what_they_like
        visibleIf: { question: recommend, over: 8 }
        content:
          question: What do you like most?
      - type: Consent
        key: may_write
        required: false
        content:
          text: You may write to me about my answer.
      - type: EmailForm
        key: email
        required: true
        visibleIf: { question: may_write, answered: true }
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
          subheading: That is all we wanted to know.
`,
}
