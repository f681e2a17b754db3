import { distance } from '../../form/nearest.ts'
import type { Context } from '../command.ts'
import type { Host } from '../host.ts'
import { unusedFolders, unusedSentence } from '../settings/settings.ts'
import { failed, ok, warning, type Check } from './check.ts'

/** Looks at this machine: Node, the variables that are meant for formctl, the folder that it remembers in. */
export async function checkMachine({ host }: Context): Promise<readonly Check[]> {
  return [
    ok('Node', `${host.nodeVersion} on ${host.platform}.`),
    ...misspeltVariables(host),
    ...unusedFolders(host).map((name) => warning('variables', unusedSentence(name, host), wholePath)),
    await stateCheck(host),
  ]
}

/** The variables that formctl reads; beside them FORMCTL_VAR_<NAME> for specs. */
export const variables = ['API_KEY', 'BASE_URL', 'ENVIRONMENT_ID', 'SOURCE_FORM_ID', 'PROFILE', 'CA_FILE']
  .concat(['TIMEOUT', 'ATTEMPTS', 'CONNECT_TIMEOUT', 'HEADERS_TIMEOUT', 'IDLE_TIMEOUT', 'DEBUG'])
  .map((name) => `FORMCTL_${name}`)

function misspeltVariables({ env }: Host): readonly Check[] {
  return Object.keys(env)
    .filter((name) => /^FORMCTL_?/i.test(name) && !variables.includes(name) && env[name] !== '')
    .flatMap((name) => {
      const meant = variables.find((known) => isLike(name.toUpperCase(), known))
      // Its value is not shown: it may be a key.
      return meant === undefined
        ? []
        : [warning('variables', `${name} is set, and means nothing to formctl.`, `Did you mean ${meant}?`)]
    })
}

const isLike = (name: string, known: string): boolean =>
  distance(name.replaceAll('_', ''), known.replaceAll('_', '')) <= 2 || `${name}_ID` === known

const wholePath = 'Write the whole path, from / on, or unset it.'

/** A form that is sent is noted here first, so without it none can be. */
async function stateCheck({ files, stateFolder }: Host): Promise<Check> {
  const name = 'state folder'
  try {
    await files.makeFolder(stateFolder, 0o700)
    const file = await files.create(files.resolve(stateFolder, 'doctor'), { replace: true, mode: 0o600 })
    await file.write('')
    await file.discard()
    return ok(name, `${stateFolder} can be written.`)
  } catch (error) {
    return failed(
      name,
      error,
      'Make it writable for yourself, or name another folder in XDG_STATE_HOME: forms are noted in it before they are sent.',
    )
  }
}
