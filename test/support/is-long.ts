/** Whether the long counts are asked for, which take some minutes more: `npm run test:long`. */
export const isLong = process.env['FORMCTL_LONG_TESTS'] === '1'
