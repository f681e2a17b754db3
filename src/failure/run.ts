import { define } from './define.ts'

/** Failures of any command: wrong use, partial success, interruption, a defect. */
export const runFailures = {
  usage: define<{ readonly problem: string }>({ exit: 2, sentence: ({ problem }) => problem }),
  'no-answer': define<{ readonly question: string; readonly flag: string }>({
    exit: 2,
    sentence: ({ question, flag }) => `${question} There is no terminal to ask on: give ${flag}.`,
  }),
  'partly-done': define<{ readonly done: number; readonly left: number }>({
    exit: 8,
    sentence: ({ done, left }) => `${done} done, ${left} not; the output names which.`,
  }),
  'node-too-old': define<{ readonly version: string }>({
    exit: 3,
    sentence: ({ version }) => `Node ${version} is too old for formctl.`,
  }),
  'output-unwritable': define<{ readonly name: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ name, reason }) => `${name} cannot be written: ${reason}. The output is incomplete.`,
  }),
  'output-lost': define<Record<never, never>>({
    exit: 3,
    sentence: () =>
      'The standard output is closed, so nothing that is printed would be kept. Name a file with --out, or give it a pipe.',
  }),
  'shell-unusable': define<{ readonly reason: string }>({
    exit: 3,
    sentence: ({ reason }) => `The shell cannot be started: ${reason}.`,
  }),
  interrupted: define<Record<never, never>>({ exit: 130, sentence: () => 'Interrupted.' }),
  terminated: define<Record<never, never>>({ exit: 143, sentence: () => 'Terminated.' }),
  'hung-up': define<Record<never, never>>({ exit: 129, sentence: () => 'The terminal was closed.' }),
  'output-closed': define<Record<never, never>>({ exit: 141, sentence: () => 'The output was closed.' }),
  defect: define<{ readonly detail: string }>({
    exit: 70,
    sentence: ({ detail }) => `A defect of formctl, not of yours: ${detail}`,
  }),
} as const
