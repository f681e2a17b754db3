import type { Caller } from '../../client/caller.ts'
import { checkKey } from '../../client/check-key.ts'
import { Failure, isOfSignal } from '../../failure.ts'
import type { Service } from '../../wire/service.ts'

/** Proves that a service takes a key. Where the base URL holds the path of the operations as well, it says so. */
export async function proveKey(
  caller: Caller,
  serviceAt: (baseUrl: string) => Promise<Service>,
): Promise<void> {
  try {
    await checkKey(caller)
  } catch (error) {
    const { baseUrl } = caller.access
    const meant = withoutOperation(baseUrl)
    if (meant === undefined || !(error instanceof Failure) || !isAnswer(error)) throw error
    const access = { ...caller.access, service: await serviceAt(meant), baseUrl: meant }
    if (await takesKey({ ...caller, access })) throw Failure.of('base-url-too-long', { baseUrl, meant })
    throw error
  }
}

/** Whether something answered, though not as it should. */
const isAnswer = ({ exit }: Failure): boolean => exit === 4 || exit === 5 || exit === 6

/** An address without the path that the operations of the contract begin with; undefined: it has none. */
const withoutOperation = (baseUrl: string): string | undefined =>
  /^(https?:\/\/[^/]+(?:\/.+?)??)\/api(?:\/v1(?:\/.*)?)?\/*$/.exec(baseUrl)?.[1]

async function takesKey(caller: Caller): Promise<boolean> {
  try {
    await checkKey(caller)
    return true
  } catch (error) {
    if (error instanceof Failure && !isOfSignal(error)) return false
    throw error
  }
}
