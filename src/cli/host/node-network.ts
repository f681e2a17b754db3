import type { Network } from '../host.ts'

/** The network of this machine, below any call. Loaded only where it is looked at. */
export const nodeNetwork: Network = {
  lookup: async (name) => (await import('./contact.ts')).addressesOf(name),
  contact: async (url, options) => (await import('./contact.ts')).contactAt(url, options),
}
