import manifest from '../../../package.json' with { type: 'json' }
import { type WellKnown, routes } from '../../wire/wire.ts'
import { json, type Operation } from './operation.ts'
import { typeNames } from '../../form/schema.ts'

/** Extension: what this server can do beyond the contract; needs no key. */
export const wellKnown: Operation = {
  method: 'GET',
  route: routes.wellKnown,
  needsKey: false,
  elsewhere: 'environment-unknown',
  description: {
    id: 'readCapabilities',
    summary: 'Tell what this service can do beyond the contract.',
    success: { summary: 'The names of its extensions and component types.', schema: 'WellKnown' },
    refusals: [],
  },
  answer: async () => json(announcement),
}

const announcement: WellKnown = {
  name: 'formctl',
  version: manifest.version,
  extensions: ['forms-list', 'files', 'returnPartials-all', 'idempotency-key'],
  componentTypes: typeNames,
}
