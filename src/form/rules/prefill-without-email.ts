import { contentsOf, schedulerTypes, textIn, type View, stepsIn } from './form-view.ts'
import { componentTypes } from '../components.ts'
import { emailKeys, isIdentityKey } from '../schema.ts'
import { defineRule } from './rule.ts'

/** A calendar that takes the e-mail address from earlier steps, none of which asks for it. */
export const prefillWithoutEmail = defineRule<{ isLater: boolean }>({
  code: 'prefill-without-email',
  severity: 'warning',
  isRefused: false,
  *check(view) {
    const calendars = contentsOf(view, schedulerTypes).filter(({ value }) => value['prefillEmail'] === true)
    if (calendars.length === 0) return
    const asking = stepsAskingEmail(view)
    const first = asking.reduce((a, b) => Math.min(a, b), Infinity)
    for (const { path } of calendars) {
      if (first < Number(path[1])) continue
      yield { path: [...path, 'prefillEmail'], at: 'key', args: { isLater: asking.length > 0 } }
    }
  },
  sentence: () => 'There is no e-mail address to fill in: no step before this one asks for it.',
  help: ({ isLater }) =>
    isLater
      ? 'Move the step that asks for the e-mail before this one.'
      : 'Ask for it in an earlier step, by EmailForm or the identity field emailAddress, or remove prefillEmail.',
})

/** The steps that ask for an e-mail address, or hold something that might. */
function stepsAskingEmail(view: View): readonly number[] {
  const byType = stepsIn(view)
    .filter(({ types }) => types.some((type) => !type || componentTypes[type].answerKind === 'email'))
    .map(({ index }) => index)
  const byField = view.parts
    .filter((part) => part.layer.kind === 'field' && mayBeEmail(textIn(part, 'key')))
    .map(({ path }) => Number(path[1]))
  return [...byType, ...byField]
}

// An unknown key may be a misspelt one for e-mail.
const mayBeEmail = (key: string | undefined): boolean =>
  emailKeys.some((known) => known === key) || !isIdentityKey(key)
