export const application = {
  name: 'Application',
  text: `
steps:
  - name: About you
    components:
      - type: Header
        content:
          title: Apply to us
          subheading: It takes ten minutes. What you type is kept, so you can go on later.
      - type: IdentityInfo
        key: person
        content:
          fields:
            - { key: firstName, label: First name, required: true }
            - { key: lastName, label: Last name, required: true }
            - { key: emailAddress, label: E-mail address, required: true, placeholder: name@example.com }
            - { key: phoneNumber, label: Phone number, includeDialCode: true, defaultDialCodeCountry: GB }
      - type: NextButton
        content:
          buttonText: Next

  - name: The work
    components:
      - type: Dropdown
        key: team
        required: true
        content:
          question: Which team do you want to join?
          options: [Design, Engineering, Sales, Support]
          other: true
      - type: Ranking
        key: matters
        description: The most important one first.
        content:
          question: What matters most to you?
          options: [Pay, People, Place, Purpose]
      - type: Date
        key: start
        required: true
        content:
          question: When could you start?
          min: today
      - type: Number
        key: hours
        content:
          question: How many hours a week would you like to work?
          min: 4
          max: 40
          unit: hours
      - type: NextButton
        content:
          buttonText: Next

  - name: Your documents
    components:
      - type: FileUploader
        key: documents
        required: true
        description: Your CV, and whatever shows your work.
        content:
          question: Your documents
          maxFiles: 5
          maxSize: 10
          accept: [.pdf, .docx, image/*]
      - type: LongInput
        key: why
        content:
          question: Why us?
          maxLength: 3000
      - type: Consent
        key: privacy
        content:
          text: I have read the [privacy notice](https://www.example.com/privacy), and agree that you keep my application for six months.
      - type: NextButton
        content:
          buttonText: Apply

  - name: Thank you
    components:
      - type: Header
        content:
          title: Your application has arrived
          subheading: You will hear from us within two weeks.
`,
}
