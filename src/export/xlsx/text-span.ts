/** A text among other bytes, as UTF-8. One object stands for one cell after the other: objects of their own cost much. */
export type TextSpan = { readonly bytes: Uint8Array; readonly start: number; readonly end: number }

/** All of some bytes. */
export const spanOf = (bytes: Uint8Array): TextSpan => ({ bytes, start: 0, end: bytes.length })
