import { Failure } from '../../failure.ts'
import type { Context } from '../command.ts'
import type { Claim } from '../host.ts'
import { inState } from '../journal/journal.ts'
import type { LockPlace } from './lock-file.ts'

/** How long a run waits for another on the same lock file, in seconds. */
export const usualLockSeconds = 60

/** Works while no other run of this user works on the same lock file; waits for one that does. */
export async function holdLock<T>(
  context: Context,
  { place, seconds = usualLockSeconds }: { readonly place: LockPlace; readonly seconds: number | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const claim = await claimOf(context, place, seconds)
  try {
    return await work()
  } finally {
    claim.release()
  }
}

async function claimOf(
  { host, terminal, globals }: Context,
  { path, name }: LockPlace,
  seconds: number,
): Promise<Claim> {
  const begin = host.now().getTime()
  const folder = host.files.resolve(host.stateFolder, 'claims')
  for (let isTold = globals.output === 'json'; ;) {
    const claim = await inState(host.stateFolder, () => host.files.claim(path, folder))
    if (claim) return claim
    const waited = host.now().getTime() - begin
    if (waited >= seconds * 1000) throw Failure.of('lock-file-held', { path: name, seconds })
    if (waited >= 1000 && !isTold) {
      await terminal.say(`Another run holds ${name}: waiting for it to end, up to ${seconds} s.`)
      isTold = true
    }
    await host.sleep(pauseMilliseconds, host.signal)
  }
}

const pauseMilliseconds = 100
