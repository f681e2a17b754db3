export const contact = {
  name: 'Contact',
  text: `
steps:
  - name: Your message
    components:
      - type: Header
        content:
          title: Write to us
          subheading: We answer within two working days.
      - type: Dropdown
        key: topic
        required: true
        content:
          question: What is it about?
          options: [A question, An order, A problem, Something else]
      - type: ShortInput
        key: order_number
        visibleIf: { question: topic, is: An order }
        description: It stands at the top of your receipt.
        content:
          question: Your order number
          pattern: '[A-Z]{2}[0-9]{6}'
          patternMessage: An order number has two capital letters and six digits, as in AB123456.
      - type: LongInput
        key: message
        required: true
        content:
          question: Your message
          minLength: 10
          maxLength: 5000
      - type: NextButton
        content:
          buttonText: Next

  - name: About you
    components:
      - type: IdentityInfo
        key: person
        content:
          fields:
            - { key: fullName, label: Your name, required: true }
            - { key: emailAddress, label: Your e-mail address, required: true }
      - type: Phone
        key: phone
        description: If you would rather be called.
        content:
          question: Your phone number
      - type: Consent
        key: privacy
        content:
          text: I have read the [privacy notice](https://www.example.com/privacy).
      - type: NextButton
        content:
          buttonText: Send

  - name: Thank you
    components:
      - type: Header
        content:
          title: Thank you
          subheading: Your message has arrived.
`,
}
