/** What a sheet holds at most, the header among its rows. */
export type SheetLimits = { readonly rows: number; readonly bytes: number }

/** The limits of Excel; the bytes keep every sheet, its last row too, below the 4 GiB at which zip files change. */
export const excelLimits: SheetLimits = { rows: 1_048_576, bytes: 3.5 * 2 ** 30 }

/** The most columns of a sheet. */
export const mostColumns = 16_384

/** The most UTF-16 code units of a cell. */
export const longestText = 32_767
