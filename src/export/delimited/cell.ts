/** A cell that is to be written: UTF-8, and whether a `'` goes before it. The same one is filled again for each cell. */
export type Cell = {
  bytes: Uint8Array
  start: number
  end: number
  isGuarded: boolean
}

/** Room for what is written, and the place up to which it is filled. */
export type Room = {
  bytes: Uint8Array
  at: number
}
