import { numbersIn } from './counted.ts'

const { counted, written } = numbersIn('en', 'en-GB')
const characters = (count: number): string => counted(count, { one: '# character', other: '# characters' })
const options = (count: number): string => counted(count, { one: '# option', other: '# options' })
const mendEmail = 'Write it like name@example.com.'

/** Every sentence of ours that people who fill in a form may read, in English. The other languages have the same members. */
export const en = {
  /** Writes numbers and dates. */
  locale: 'en-GB',
  /** The language by its own name. */
  name: 'English',

  page: {
    language: 'Language',
    step: (at: number, of: number) => `Step ${at} of ${of}`,
    next: 'Next',
    submit: 'Submit',
    back: 'Back',
    required: '(required)',
    /** Before the name of a page, and before a problem. */
    error: 'Error:',
    yourAnswer: 'Your answer',
    noAnswer: 'No answer',
    needCorrecting: (count: number) =>
      counted(count, { one: 'One answer needs correcting', other: '# answers need correcting' }),
    haveTwoVersions: (count: number) =>
      counted(count, { one: 'One answer has two versions', other: '# answers have two versions' }),
    conflict: 'This answer was changed in another tab or window. Choose which one to keep.',
    changedElsewhere: 'An answer was changed in another tab or window. The newer answer is kept.',
    sentNow: 'What you sent now',
    savedBefore: 'What was saved before',
    thanks: 'Thank you',
    sent: 'Your answers have been sent.',
    fillInAnew: 'Fill in the form anew',
    openForm: 'Open the form',
    startedAnew:
      'This visit could not be continued, so the earlier steps have to be filled in again. The answers that you just sent are kept.',
    tooEarly:
      'This step comes before the one that you just sent, whose answers are kept. Fill in this one first.',
    leaveEmpty: 'Leave this field empty',
  },

  /** What pages say of keeping answers. */
  saving: {
    offline: 'Not saved yet: no connection. Go on typing; it is tried again.',
    saved: 'Saved',
    conflict: 'An answer was changed in another tab or window. Go on to choose which one to keep.',
    final: 'These answers were submitted before, so this change is not kept.',
    closed:
      'This cannot be saved: the form is closed, or this visit has ended. Keep a copy of what you typed.',
    gone: 'This form has been removed, so this cannot be saved. Keep a copy of what you typed.',
    'too-large': 'Not saved: these answers are too long. Shorten them.',
    failed: 'Not saved yet. Go on typing; it is tried again.',
    copy: 'This is what you sent, so that you can copy it:',
    sendAgain: 'Send again',
    begun: (date: string) => `You have begun to fill in this form on ${date}. Go on, or start anew.`,
    goOn: 'Go on',
    startAnew: 'Start anew',
    otherDevice: 'Continue on another device',
    link: 'Open this address on the other device within seven days. Whoever has it can read and change your answers, so give it to nobody.',
    linkLabel: 'Address of your answers',
    goOnHere: 'Go on here',
    linkOpened: 'Go on with your answers',
    linkAsks:
      'This address leads to answers that were begun on another device. Go on only if you asked for it yourself: whoever made it can read what you type.',
    linkEnded: 'This address leads to no answers any more. Open the form to begin anew.',
    /** Instead of `saved`, while answers that were sent are changed. */
    changing: 'Kept. Your answers change when you send the last step.',
  },

  /** What thank-you pages offer: a copy of the answers, and an address that changes them for some days. */
  after: {
    answers: 'Your answers',
    answersLink: 'See your answers, to print or keep them',
    sentAt: (time: string) => `Sent on ${time}`,
    changedAt: (time: string) => `Last changed on ${time}`,
    print: 'Print this page, or save it as a PDF, to keep a copy.',
    passwordGiven: 'Given; it is not shown.',
    yes: 'Yes',
    outOf: (value: string, most: string) => `${value} of ${most}`,
    change: 'Change your answers',
    changeUntil: (time: string) =>
      `You can change your answers until ${time}. Keep this address for it, and give it to nobody: whoever has it can read and change them.`,
    changing: (time: string) =>
      `You are changing the answers that were sent on ${time}. They stay as they are until you send the last step.`,
    changeAsks:
      'This address leads to answers that were sent before. Go on only if you sent them yourself: whoever made it can read what you type.',
  },

  /** The words of the component types. */
  words: {
    address: 'Address',
    streetAddress: 'Street and number',
    aptSuiteEtc: 'Apartment, suite and the like',
    city: 'City',
    state: 'State or region',
    zipCode: 'Postal code',
    country: 'Country',
    calendar: 'Calendar',
    openCalendar: 'Open the calendar in a new tab',
    booked: 'I have booked a time',
    charactersLeft: 'Characters left: {n}',
    chooseOne: 'Choose one',
    consent: 'Consent',
    countryCode: 'Country code',
    email: 'E-mail address',
    files: 'Files',
    sendingFiles: 'Sending the files',
    remove: 'Remove',
    filter: 'Filter the list',
    found: '{n} found',
    highLabel: 'Extremely likely',
    lowLabel: 'Not at all likely',
    moveDown: 'Move down',
    moveUp: 'Move up',
    other: 'Other',
    password: 'Password',
    passwordGiven: 'You have given one already. Type another only to replace it.',
    phone: 'Phone number',
    ranking: 'Give each option a place; 1 comes first.',
  },

  /** What a field takes. */
  hints: {
    lengthBetween: (least: number, most: number) => `From ${written(least)} to ${characters(most)}.`,
    lengthAtMost: (most: number) => `At most ${characters(most)}.`,
    lengthAtLeast: (least: number) => `At least ${characters(least)}.`,
    files: (count: number, megabytes: number) =>
      counted(count, {
        one: `One file of up to ${megabytes} MB.`,
        other: `Up to # files of ${megabytes} MB each.`,
      }),
    accepted: (kinds: string) => `These are taken: ${kinds}.`,
    kinds: { image: 'pictures', video: 'videos', audio: 'audio files', text: 'text files' },
  },

  /** What to do where an answer is required and there is none. */
  missing: {
    answer: 'Answer this question.',
    text: 'Enter an answer.',
    option: 'Choose an option.',
    email: 'Enter an e-mail address.',
    number: 'Enter a number.',
    rating: 'Choose a rating.',
    point: 'Choose a number.',
    date: 'Enter a date.',
    time: 'Enter a time.',
    phone: 'Enter a phone number.',
    password: 'Enter a password.',
    file: 'Choose a file.',
    booking: 'Book a time, and tick the box.',
    consent: 'Tick this box to go on.',
    field: (label: string) => `Fill in “${label}”.`,
    row: (row: string) => `Choose an option for “${row}”.`,
    place: (option: string) => `Choose a place for “${option}”.`,
    streetAddress: 'Fill in the street and number.',
    city: 'Fill in the city.',
    zipCode: 'Fill in the postal code.',
    country: 'Fill in the country.',
  },

  /** What is wrong with an answer, and how to mend it. */
  problems: {
    tooLong: (length: number, most: number) =>
      `This answer has ${characters(length)}. Shorten it to ${written(most)} or fewer.`,
    lengthAtLeast: (least: number, length: number) =>
      `Write at least ${characters(least)}. This answer has ${written(length)}.`,
    lengthAtMost: (most: number, length: number) =>
      `Write at most ${characters(most)}. This answer has ${written(length)}.`,
    pattern:
      'This answer is not written as it is asked for. Read the question again, and write it as that says.',
    emailAt: `An e-mail address has an @. ${mendEmail}`,
    email: `This is not an e-mail address. ${mendEmail}`,
    personalEmail: (domain: string) => `Addresses at ${domain} are personal. Give your work e-mail address.`,
    phone: 'This is not a phone number. Check its digits and its country code.',
    phoneLike: 'This is not a phone number. Write it like +44 20 7946 0958.',
    phoneCountry: 'Choose the country code of this number.',
    phoneInternational: 'Write the number with its country code, like +44 20 7946 0958.',
    phoneExtension: 'Write the number without its extension.',
    webAddress: 'This is not a web address. Write it like https://example.com.',
    number: (example: string) => `Write a number in digits, like ${example}.`,
    numberUnclear: (example: string) =>
      `It is not clear which number this is. Write it without separators of thousands, like ${example}.`,
    numberDigits: (most: number) =>
      `Write a number of at most ${counted(most, { one: '# digit', other: '# digits' })}.`,
    numberBetween: (min: string, max: string) => `Enter a number from ${min} to ${max}.`,
    numberAtLeast: (min: string) => `Enter a number of at least ${min}.`,
    numberAtMost: (max: string) => `Enter a number of at most ${max}.`,
    numberWhole: 'Enter a whole number.',
    numberStep: (step: string, from?: string) =>
      `Enter a number in steps of ${step}${from === undefined ? '' : ` from ${from}`}.`,
    notOnScale: 'This number is not on the scale. Choose one of those shown.',
    date: 'Write the day, the month and the year in digits, like 31, 5 and 2026.',
    dateYear: 'Write the year with four digits.',
    dateUnknown: 'This date does not exist. Check the day and the month.',
    datePast: 'This date is in the past. Enter today or a later day.',
    dateFuture: 'This date is in the future. Enter today or an earlier day.',
    dateFrom: (min: string) => `Enter a date from ${min} on.`,
    dateTo: (max: string) => `Enter a date up to ${max}.`,
    time: 'Write the time as hours and minutes, like 14:30.',
    timeFrom: (min: string) => `Enter a time from ${min} on.`,
    timeTo: (max: string) => `Enter a time up to ${max}.`,
    timeStep: (minutes: number, from: string) =>
      `Enter a time in steps of ${counted(minutes, { one: '# minute', other: '# minutes' })} from ${from}.`,
    notAnOption: (text: string) => `“${text}” is not one of the options. Choose from the list.`,
    oneOption: 'Choose one option only.',
    optionsAtLeast: (least: number) => `Choose ${options(least)} or more.`,
    optionsAtMost: (most: number) => `Choose ${options(most)} or fewer.`,
    other: 'Fill in the field of this option, or choose another one.',
    place: (last: number) => `Choose a place from 1 to ${last}.`,
    placeTaken: (place: number, option: string) =>
      `Place ${place} is taken by “${option}”. Give each option a place of its own.`,
    fileTooLarge: (name: string, megabytes: number) =>
      `${name} is larger than ${megabytes} MB. Choose a smaller file.`,
    fileEmpty: (name: string) => `${name} is empty. Choose another file.`,
    fileKind: (name: string, kinds: string) => `${name} is not one of these: ${kinds}. Choose another file.`,
    tooManyFiles: (count: number, most: number) =>
      `These are ${written(count)} files. Send ${counted(most, { one: 'one only', other: '# or fewer' })}.`,
    filesTooLarge: 'The files of one response may have 100 MB together. Send fewer or smaller ones.',
  },

  /** Why a page is not what was asked for: its heading and its sentence. */
  refusals: {
    'form-unknown': {
      title: 'Form not found',
      sentence: 'There is no form at this address. Check the link, or ask whoever sent it.',
    },
    closed: {
      title: 'This form is closed',
      sentence: 'It takes no more answers. Those that were sent before are kept.',
    },
    'closed-meanwhile': {
      title: 'This form is closed',
      sentence:
        'It takes no more answers, so what you just sent was not kept. What you sent before is kept as it was.',
    },
    full: {
      title: 'This form has all the responses it takes',
      sentence: 'It takes no more. Those that were sent before are kept.',
    },
    'full-meanwhile': {
      title: 'This form has all the responses it takes',
      sentence:
        'Somebody else sent the last one that it takes. Your answers are kept, but they do not count as sent.',
    },
    submitted: {
      title: 'Already submitted',
      sentence:
        'Your answers have been submitted, and nothing more is needed. To send other answers as well, fill in the form anew.',
    },
    unreadable: {
      title: 'Not understood',
      sentence: 'What was sent is not what this form sends. Go back to the form and send it again.',
    },
    foreign: {
      title: 'Sent from elsewhere',
      sentence:
        'This was sent from another address than that of the form, so nothing was kept. Open the form and fill it in there.',
    },
    final: {
      title: 'Already submitted',
      sentence:
        'These answers were submitted before, so the change was not kept. To send other answers, fill in the form anew.',
    },
    'change-ended': {
      title: 'No more changes',
      sentence: 'These answers can be changed no more: the time for it is over, or they have been removed.',
    },
    'text-too-large': {
      title: 'Too large',
      sentence:
        'These answers are too long: those of one step may have about 250,000 characters together, those of all steps about 1,000,000. Go back, shorten them and send them again.',
    },
    'files-too-large': {
      title: 'Too large',
      sentence:
        'These files are larger than 100 MB together. Go back and send fewer at once; a file may have 10 MB.',
    },
    'rate-exceeded': {
      title: 'Too many requests',
      sentence:
        'Your network has asked this service for too many pages within a minute. Your answers to earlier steps are kept; try again in a minute.',
    },
    'quota-used': {
      title: 'Too much at once',
      sentence:
        'Your network has sent too much to this service within an hour. Your answers to earlier steps are kept; go back and send these later.',
    },
    busy: {
      title: 'Too many files at once',
      sentence:
        'Many people are sending files at this moment. Your answers to earlier steps are kept; go back and send these files again in a minute.',
    },
    'store-busy': {
      title: 'Too many at once',
      sentence:
        'Many people are answering at this moment. Your answers to earlier steps are kept; go back and send these again in a few seconds.',
    },
    'store-gone': {
      title: 'Not available right now',
      sentence:
        'This service cannot use its data at the moment. Answers that it has kept are safe; please try again in a few minutes.',
    },
    'disk-full': {
      title: 'No space left',
      sentence:
        'This service has no space left for what you sent. Your answers to earlier steps are kept; go back and try again later, or send your answers without files.',
    },
    defect: {
      title: 'Something went wrong',
      sentence:
        'This is our fault, not yours. What you sent before is kept; go back and try again in a minute.',
    },
  },

  /** The page that says how accessible a form is. */
  accessibility: {
    title: 'Accessibility',
    aim: 'This form is made to meet WCAG 2.2 at level AA.',
    checkedTitle: 'What was checked, and how',
    checked: (version: string) =>
      `This form is shown by formctl ${version}, whose tests fill in every kind of question:`,
    automatic:
      'The automatic check axe-core finds nothing on any page, whether it is empty, filled in or has something to correct.',
    keyboard:
      'Every question can be answered with the keyboard alone, with scripts and without them. It is always visible what has the focus.',
    screenReader:
      'What a browser passes on to a screen reader is compared with what should be read: names, hints, what is required and what is wrong.',
    zoom: 'At a zoom of 200 %, and on a screen that is 320 pixels wide, nothing has to be scrolled sideways. What is pressed is at least 44 pixels wide and high.',
    settings:
      'Pages follow what a device is set to: less motion, dark pages, larger text, or colours of its own.',
    contrastTitle: 'The colours of this form',
    contrastLight: (text: string, shape: string) =>
      `On light pages the contrast of texts is ${text} or more, and 4.5 is needed; that of borders and signs is ${shape} or more, and 3 is needed.`,
    contrastDark: (text: string, shape: string) =>
      `On dark pages the contrast of texts is ${text} or more, and 4.5 is needed; that of borders and signs is ${shape} or more, and 3 is needed.`,
    gapsTitle: 'What is not accessible, or not known',
    lowContrast: 'Some colours of this form have less contrast than is needed.',
    people: 'No people who use a screen reader or other aids were asked to try it.',
    author: 'The texts and pictures of this form are its author’s, and nobody of formctl has checked them.',
    calendar: (host: string) =>
      `The calendar comes from ${host} and was not checked. A link below it opens it in a tab of its own.`,
    links: 'The pages that links in this form lead to were not checked.',
    pictures: (count: number) =>
      counted(count, { one: 'One picture has no description.', other: '# pictures have no description.' }),
    askTitle: 'If something stands in your way',
    ask: 'Tell whoever gave you this form. Say which question it is, and which browser and aids you use.',
  },

  closedSince: (time: string) => `This form is closed since ${time}.`,
}

/** The sentences of pages in one language. */
export type Texts = typeof en
