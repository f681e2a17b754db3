/** What pages say of keeping answers. */
export const saveWords = {
  offline: 'Not saved yet: no connection. Go on typing; it is tried again.',
  saved: 'Saved',
  conflict: 'An answer was changed in another tab or window. Go on to choose which one to keep.',
  final: 'These answers were submitted before, so this change is not kept.',
  closed: 'This cannot be saved: the form is closed, or this visit has ended. Keep a copy of what you typed.',
  'too-large': 'Not saved: these answers are too long. Shorten them.',
  failed: 'Not saved yet. Go on typing; it is tried again.',
  copy: 'This is what you sent, so that you can copy it:',
  begun: (date: string) => `You have begun to fill in this form on ${date}. Go on, or start anew.`,
  goOn: 'Go on',
  anew: 'Start anew',
  otherDevice: 'Continue on another device',
  link: 'Open this address on the other device within seven days. Whoever has it can read and change your answers, so give it to nobody.',
  linkLabel: 'Address of your answers',
  goOnHere: 'Go on here',
  linkOpened: 'Go on with your answers',
  linkAsks:
    'This address leads to answers that were begun on another device. Go on only if you asked for it yourself: whoever made it can read what you type.',
  linkEnded: 'This address leads to no answers any more. Open the form to begin anew.',
} as const
