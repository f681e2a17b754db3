/** Where a page finds a file of its style. */
export const styleFilePath = (sha256: string): string => `/style/${sha256}`
