const feedback = {
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

const nps = {
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

const application = {
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

const registration = {
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

const request = {
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

const contact = {
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

/** Forms that can be published as they are: the name, where the author gives none, and what stands below it, as YAML. */
export const templates = { feedback, nps, application, registration, request, contact }

export type TemplateName = keyof typeof templates
