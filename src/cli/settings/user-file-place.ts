import type { Host } from '../host.ts'
import type { ConfigPlace } from './read-config.ts'

/** Where the user's own settings are. */
export const userFilePlace = ({ files, configFolder }: Host): ConfigPlace => {
  const path = files.resolve(configFolder, 'config.yaml')
  return { path, name: path, folder: configFolder }
}
