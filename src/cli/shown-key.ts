import type { StoredKey } from '../store/store.ts'

/** A key as it is shown: all that is kept of it but its hash. */
export const shownKey = ({
  id,
  name,
  environmentId,
  prefix,
  createdAt,
  revokedAt,
}: StoredKey): Omit<StoredKey, 'hash'> => ({
  id,
  name,
  environmentId,
  prefix,
  createdAt,
  ...(revokedAt === undefined ? {} : { revokedAt }),
})
