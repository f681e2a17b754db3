import { define } from './define.ts'
import { count } from './failure-words.ts'

/** Forms that were not created, or whose outcome is unknown. */
export const formsFailures = {
  'spec-findings': define<{ readonly errors: number; readonly files: number }>({
    exit: 1,
    sentence: ({ errors, files }) =>
      `${count(errors, 'error')} in ${count(files, 'file')}: nothing was sent. Mend ${errors === 1 ? 'it' : 'them'} and run again.`,
  }),
  'form-refused': define<{ readonly name: string; readonly file: string; readonly faults: number }>({
    exit: 6,
    sentence: ({ name, file, faults }) =>
      `The service refused the form "${name}" in ${file}: ${count(faults, 'fault')}. Nothing was created of it; mend it and run again.`,
  }),
  'lock-file-unusable': define<{ readonly path: string; readonly problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) => `${path} cannot be used: ${problem}`,
  }),
  'lock-file-held': define<{ readonly path: string; readonly seconds: number }>({
    exit: 3,
    sentence: ({ path, seconds }) =>
      `Another run has held ${path} for ${seconds} s. Nothing was sent; run again when it has ended, or wait longer with --lock-timeout.`,
  }),
  'address-unsafe': define<{ readonly address: string }>({
    exit: 3,
    sentence: ({ address }) =>
      `${address} holds signs that no address of a form has, so no browser is opened. Look at the lock file: did someone change it?`,
  }),
  'form-unrecorded': define<{ readonly name: string; readonly id: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ name, id, reason }) =>
      `The form "${name}" exists as ${id}, and the lock file does not know it yet: ${reason} Mend that and run again: the form is not made a second time.`,
  }),
  'form-not-applied': define<{ readonly word: string; readonly path: string }>({
    exit: 5,
    sentence: ({ word, path }) =>
      `No form of ${word} is known here, neither from ${path} nor from what forms generate and forms list printed on this machine. formctl forms apply creates it; formctl forms list shows the forms of a service.`,
  }),
  'state-unusable': define<{ readonly path: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) =>
      `The state folder ${path} cannot be used: ${reason}. formctl notes there what it sends, before it sends: nothing was sent. Make it a folder of your own, or set XDG_STATE_HOME.`,
  }),
  'journal-broken': define<{ readonly path: string; readonly problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) =>
      `${path}, a note on a form that was sent, cannot be read: ${problem}. Nothing was sent. Look at the service's list of forms for what was sent last, then remove the file.`,
  }),
  'form-in-progress': define<{ readonly what: string; readonly pid: number }>({
    exit: 3,
    sentence: ({ what, pid }) =>
      `Another run (process ${pid}) is creating ${what} right now, so nothing was sent. Wait until it has ended, and look at what it says.`,
  }),
  'outcome-unknown': define<{ readonly what: string; readonly reason: string }>({
    exit: 9,
    sentence: ({ what, reason }) =>
      `It is not known whether ${what} was created: ${reason}. Look at the service's list of forms, then tell what you found: formctl forms resolve.`,
  }),
  'outcome-open': define<{
    readonly what: string
    readonly at: string
    readonly from: string
    readonly baseUrl: string
    readonly reason: string
    readonly id: string
  }>({
    exit: 9,
    sentence: ({ what, at, from, baseUrl, reason, id }) =>
      `Nothing was sent: ${what} was sent to ${baseUrl} at ${at} from ${from}, and it is not known whether it was created: ${reason}. Look at the service's list of forms. If it is there, run formctl forms resolve ${id} --created <form id>; if not, formctl forms resolve ${id} --not-created. formctl forms generate --force sends it again all the same.`,
  }),
  'entry-unknown': define<{ readonly id: string }>({
    exit: 5,
    sentence: ({ id }) => `Nothing open is named ${id}. formctl forms resolve lists what is open.`,
  }),
} as const
