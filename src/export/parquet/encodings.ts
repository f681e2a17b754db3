// These numbers, and those of fields and types in this folder, are the ones of parquet.thrift.

/** How values are encoded. */
export const encodings = { plain: 0, rle: 3, rleDictionary: 8 } as const

/** How pages are compressed. */
export const codecs = { none: 0, zstd: 6 } as const
