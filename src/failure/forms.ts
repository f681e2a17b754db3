import { count, define } from './define.ts'

/** Forms that were not created, or whose outcome is unknown. */
export const formsFailures = {
  'spec-findings': define<{ errors: number; files: number }>({
    exit: 1,
    sentence: ({ errors, files }) =>
      `${count(errors, 'error')} in ${count(files, 'file')}: nothing was sent. Fix ${errors === 1 ? 'it' : 'them'} and run again.`,
  }),
  'form-refused': define<{ name: string; file: string; faults: number }>({
    exit: 6,
    sentence: ({ name, file, faults }) =>
      `The service refused the form "${name}" in ${file}: ${count(faults, 'fault')}. It was not created; fix it and run again.`,
  }),
  'lock-file-unusable': define<{ path: string; problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) => `${path} cannot be used: ${problem}`,
  }),
  'lock-file-held': define<{ path: string; seconds: number }>({
    exit: 3,
    sentence: ({ path, seconds }) =>
      `Another run has held ${path} for ${seconds} s. Nothing was sent; run again when it has ended, or wait longer with --lock-timeout.`,
  }),
  'address-unsafe': define<{ address: string }>({
    exit: 3,
    sentence: ({ address }) =>
      `${address} has characters that no address of a form has, so no browser was opened. Check whether someone changed the lock file.`,
  }),
  'form-unrecorded': define<{ name: string; id: string; reason: string }>({
    exit: 3,
    sentence: ({ name, id, reason }) =>
      `The form "${name}" was created as ${id}, but the lock file does not list it yet: ${reason} Fix that and run again; the form is not created twice.`,
  }),
  'form-not-applied': define<{
    word: string
    path: string
    /** The service that it has a form of the spec for. */
    elsewhere?: string
  }>({
    exit: 5,
    sentence: ({ word, path, elsewhere }) =>
      elsewhere === undefined
        ? `${path} holds no form of ${word}. Give the id of a form, as formctl forms list shows it, or create one with formctl forms apply.`
        : `${path} holds the form of ${word} at ${elsewhere}, and none at the service of this run. Choose that one with --base-url and --environment, or create a form here with formctl forms apply.`,
  }),
  'state-unusable': define<{ path: string; reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) =>
      `The state folder ${path} cannot be used: ${reason}. Nothing was sent, because formctl records there what it sends. Make the folder writable, or set XDG_STATE_HOME.`,
  }),
  'journal-broken': define<{ path: string; problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) =>
      `${path}, the record of a form that was sent, cannot be read: ${problem}. This run sent nothing. Look for that form in the service's list of forms, then remove the file.`,
  }),
  'form-in-progress': define<{ what: string; pid: number }>({
    exit: 3,
    sentence: ({ what, pid }) =>
      `Another run (process ${pid}) is creating ${what} right now, so nothing was sent. Wait until it has ended, and read its output.`,
  }),
  'outcome-unknown': define<{ what: string; reason: string }>({
    exit: 9,
    sentence: ({ what, reason }) =>
      `It is not known whether ${what} was created: ${reason}. Look at the service's list of forms, then record what you found with formctl forms resolve.`,
  }),
  'outcome-open': define<{
    what: string
    at: string
    from: string
    baseUrl: string
    reason: string
    id: string
  }>({
    exit: 9,
    sentence: ({ what, at, from, baseUrl, reason, id }) =>
      `An earlier run sent ${what} from ${from} to ${baseUrl} at ${at}, and whether it was created is unknown: ${reason}. This run sent nothing. Find the form in the service's list and run formctl forms resolve ${id} with --created <form id> or --not-created; formctl forms generate --force sends it again anyway.`,
  }),
  'entry-unknown': define<{ id: string }>({
    exit: 5,
    sentence: ({ id }) => `No open form has the id ${id}. formctl forms resolve lists the open forms.`,
  }),
} as const
