export const registration = {
  name: 'Registration',
  text: `
settings:
  # No more registrations than there are places.
  responseLimit: 100
steps:
  - name: You
    components:
      - type: Header
        content:
          title: Join us
          subheading: One evening, three talks, and food.
      - type: IdentityInfo
        key: person
        content:
          fields:
            - { key: fullName, label: Full name, required: true }
            - { key: emailAddress, label: E-mail address, required: true }
            - { key: companyName, label: Organisation }
      - type: MultipleOptionsQuestion
        key: attend
        required: true
        content:
          question: How will you take part?
          choices: [On site, Online]
      - type: NextButton
        content:
          buttonText: Next

  # People who take part online do not see this step.
  - name: On site
    visibleIf: { question: attend, is: On site }
    components:
      - type: Number
        key: guests
        content:
          question: How many guests do you bring?
          min: 0
          max: 3
          step: 1
          default: 0
      - type: MultipleOptionsQuestion
        key: food
        content:
          question: What do you eat?
          choices: [Everything, Vegetarian, Vegan]
          other: true
      - type: Time
        key: arrival
        content:
          question: When do you arrive?
          min: '17:00'
          max: '20:00'
      - type: LongInput
        key: access_needs
        content:
          question: Is there anything you need to take part comfortably?
      - type: NextButton
        content:
          buttonText: Next

  - name: Almost done
    components:
      - type: Consent
        key: terms
        content:
          text: I agree to the [terms](https://www.example.com/terms) of the event.
      - type: NextButton
        content:
          buttonText: Register

  - name: Online
    visibleIf: { question: attend, is: Online }
    components:
      - type: Header
        content:
          title: See you online
          subheading: The link comes by e-mail on the day.

  - name: Thank you
    components:
      - type: Header
        content:
          title: See you there
          subheading: Doors open at five.
`,
}
