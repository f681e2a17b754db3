export const request = {
  name: 'Request',
  text: `
steps:
  - name: What is it?
    components:
      - type: Header
        content:
          title: How can we help?
      - type: MultipleOptionsQuestion
        key: kind
        required: true
        content:
          question: What do you need?
          choices: [Something is broken, New equipment, Access to a system, Something else]
      - type: NextButton
        content:
          buttonText: Next
    next:
      - { if: { question: kind, is: Something is broken }, to: fault }
      - { if: { question: kind, is: New equipment }, to: equipment }
      - { if: { question: kind, is: Access to a system }, to: access }
      - { to: details }

  - name: What is broken
    key: fault
    components:
      - type: Dropdown
        key: device
        required: true
        content:
          question: What is broken?
          options: [Laptop, Screen, Phone, Printer, Network, Software]
          other: true
      - type: OpinionScale
        key: urgency
        required: true
        content:
          question: How much does it keep you from working?
          min: 1
          max: 5
          lowLabel: Not at all
          highLabel: I cannot work
      - type: FileUploader
        key: pictures
        content:
          question: Pictures of it
          maxFiles: 3
          accept: [image/*]
      - type: NextButton
        content:
          buttonText: Next
    next:
      - to: details

  - name: New equipment
    key: equipment
    components:
      - type: MultipleOptionsQuestion
        key: items
        required: true
        content:
          question: What do you need?
          choices: [Laptop, Screen, Keyboard and mouse, Headset, Phone]
          isMulti: true
          maxChoices: 3
          other: true
      - type: Address
        key: deliver_to
        content:
          question: Where should it go?
      - type: Date
        key: needed_by
        content:
          question: When do you need it?
          min: today
      - type: NextButton
        content:
          buttonText: Next
    next:
      - to: details

  - name: Access
    key: access
    components:
      - type: ShortInput
        key: system
        required: true
        content:
          question: Which system?
          maxLength: 100
      - type: ShortInput
        key: approved_by
        required: true
        content:
          question: Who has approved it?
      - type: NextButton
        content:
          buttonText: Next
    next:
      - to: details

  - name: Details
    key: details
    components:
      - type: LongInput
        key: details
        content:
          question: What else should we know?
          maxLength: 3000
      - type: IdentityInfo
        key: person
        content:
          fields:
            - { key: fullName, label: Your name, required: true }
            - { key: workEmailAddress, label: Work e-mail, required: true }
      - type: NextButton
        content:
          buttonText: Send

  - name: Thank you
    components:
      - type: Header
        content:
          title: We are on it
          subheading: You will get an answer within one working day.
`,
}
