/** Where what the kernel works with stands in its memory; the order is that of `regions` in ../columns-kernel.ts. */
export let places: u32 = 0
export let chains: u32 = 0
export let width: u32 = 0
export let rowList: u32 = 0
export let startList: u32 = 0
export let endList: u32 = 0
export let slots: u32 = 0
export let values: u32 = 0
export let indices: u32 = 0
export let gathered: u32 = 0
export let gatheredEnd: u32 = 0
export let room: u32 = 0
export let roomEnd: u32 = 0
export let mostRows: u32 = 0
export let mostBytes: u32 = 0

export function setRegions(at: u32): void {
  places = load<u32>(at)
  chains = load<u32>(at, 4)
  width = load<u32>(at, 8)
  rowList = load<u32>(at, 12)
  startList = load<u32>(at, 16)
  endList = load<u32>(at, 20)
  slots = load<u32>(at, 24)
  values = load<u32>(at, 28)
  indices = load<u32>(at, 32)
  gathered = load<u32>(at, 36)
  gatheredEnd = load<u32>(at, 40)
  room = load<u32>(at, 44)
  roomEnd = load<u32>(at, 48)
  mostRows = load<u32>(at, 52)
  mostBytes = load<u32>(at, 56)
}

/** Copies bytes; up to seven behind them may be others then. */
@inline
export function copyText(from: u32, size: u32, to: u32): void {
  for (let i: u32 = 0; i < size; i += 8) store<u64>(to + i, load<u64>(from + i))
}
