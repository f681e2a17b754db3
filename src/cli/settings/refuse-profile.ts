import { Failure } from '../../failure.ts'
import { nearest } from '../../form/nearest.ts'
import { isSecretLike, keyGiven, keySet, refuseKeySet, type KnownKeys } from '../misplaced-key.ts'
import type { Sourced } from './settings.ts'

type Profiles = {
  /** Those of the settings files; a name may come twice. */
  readonly known: readonly string[]
  /** Whether one that is not there yet will be made. */
  readonly mayMakeProfile: boolean
}

/** Refuses the name of a profile that is not there, and a key in its place. */
export function refuseProfile(
  profile: Sourced<string>,
  host: KnownKeys,
  { known, mayMakeProfile }: Profiles,
): void {
  const { value, source } = profile
  refuseKeySet(profile, host)
  if (value === 'default' || known.includes(value)) return
  if (isSecretLike(value)) throw source.startsWith('--') ? keyGiven(source) : keySet(source)
  if (mayMakeProfile) return
  const meant = nearest(value, known)?.word
  throw Failure.of('profile-unknown', { profile: value, source, known: [...new Set(known)], meant })
}
