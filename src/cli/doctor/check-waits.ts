import type { Context } from '../command.ts'
import { refuseWait, waitVariables } from '../settings/waits.ts'
import { failed, type Check } from './check.ts'

/** Looks at the variables that say how patiently calls are made; the other looks go on without those that are no use. */
export function checkWaits(context: Context): { readonly checks: readonly Check[]; readonly sound: Context } {
  const { host } = context
  const checks: Check[] = []
  const env = { ...host.env }
  for (const name of waitVariables)
    try {
      refuseWait(host, name)
    } catch (error) {
      checks.push(failed('variables', error, `Write a number, as in ${name}=3, or unset it.`))
      delete env[name]
    }
  return { checks, sound: { ...context, host: { ...host, env } } }
}
