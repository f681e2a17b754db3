/** Whether the long counts are asked for, which take some minutes more: `npm run test:long`. */
export const isLong = process.env['FORMCTL_LONG_TESTS'] === '1'

/** How many times a property is tried: as many as given where the long counts are asked for, else a quarter of them. */
export const runs = (count: number): number => (isLong ? count : Math.ceil(count / 4))
