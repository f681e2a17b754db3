// What lies where in memory. The host (../memory.ts) makes the room and writes what was learned; both must agree.

// A state is the start of a record, or a value that was just read, in what was learned of records.
export const stateSize: u32 = 32
/** 0 the record's start, 1 a value, 2 the record's end. */
@inline export function stateKind(state: u32): u32 { return load<u32>(state) }
/** The value's column, or `noColumn` where only the end of its entry tells. */
@inline export function stateColumn(state: u32): u32 { return load<u32>(state, 4) }
@inline export function stateFlags(state: u32): u32 { return load<u32>(state, 8) }
/** The edge that was gone last. */
@inline export function predicted(state: u32): u32 { return load<u32>(state, 12) }
@inline export function predict(state: u32, edge: u32): void { store<u32>(state, edge, 12) }
/** The first of its edges whose literal has less than two quotes; they are chained, the longest first. */
@inline export function shortEdges(state: u32): u32 { return load<u32>(state, 16) }

export const recordEnd: u32 = 2

/** A list or an object may stand here, and is one cell. */
export const flagNested: u32 = 1
/** A list here is one of texts or options, where it is made of such. */
export const flagJoined: u32 = 32
/** A text here describes the question, and is no cell. */
export const flagDescribing: u32 = 2
export const flagCreated: u32 = 4
export const flagTime: u32 = 8
/** The record's `id`. */
export const flagIdentity: u32 = 64
/** One literal of the state's edges begins with another, so the last one gone says nothing. */
export const flagAmbiguous: u32 = 16

// An edge is a literal, everything up to the next value's first byte, with what it means.
@inline export function edgeLiteral(edge: u32): u32 { return load<u32>(edge) }
@inline export function edgeLength(edge: u32): u32 { return load<u32>(edge, 4) }
@inline export function edgeTarget(edge: u32): u32 { return load<u32>(edge, 8) }
/** The next edge of its chain: of the same state and hash, or of the short ones. */
@inline export function nextEdge(edge: u32): u32 { return load<u32>(edge, 12) }
@inline export function eventCount(edge: u32): u32 { return load<u32>(edge, 16) }
/** Events follow, each its kind and its argument. */
export const edgeEvents: u32 = 20

/** A name that may stand once in a record: its number. */
export const eventOnce: u32 = 0
/** The end of an entry: its template. */
export const eventEntry: u32 = 1
/** The id of the form: a constant. */
export const eventForm: u32 = 2

// A template is an entry without its values: which question, and the columns of the values.
@inline export function templateQuestion(template: u32): u32 { return load<u32>(template) }
/** Whether it was learned before the form was known. */
@inline export function templateIsFormless(template: u32): u32 { return load<u32>(template, 4) }
/** The highest place that it had in a record. */
export const templatePlace: u32 = 8
/** The latest time of creation of its records, 24 bytes, filled up with zeros. */
export const templateLatest: u32 = 16
@inline export function templateCount(template: u32): u32 { return load<u32>(template, 40) }
/** The columns of its values follow. */
export const templateColumns: u32 = 44

// A constant is a text that stands in a literal and is a cell.
@inline export function constantColumn(constant: u32): u32 { return load<u32>(constant) }
@inline export function constantText(constant: u32): u32 { return load<u32>(constant, 4) }
@inline export function constantLength(constant: u32): u32 { return load<u32>(constant, 8) }
@inline export function constantForm(constant: u32): u32 { return load<u32>(constant, 12) }
/** Of a form: whether its records are wanted. */
@inline export function constantIsWanted(constant: u32): bool { return load<u32>(constant, 16) != 0 }
/** Of a form: how many of its records were read. */
export const constantRead: u32 = 20

// Regions, which the host gives.
export let arena: u32 = 0
export let arenaEnd: u32 = 0
/** Per column what its cells held, as bits. */
export let held: u32 = 0
/** Per name that may stand once, and per question, the last record that had it. */
export let stamps: u32 = 0
export let questionStamps: u32 = 0
/** Pairs of numbers with a value each, found by their hash; its size is a power of two. */
export let pairs: u32 = 0
export let pairMask: u32 = 0
/** Temporary: the cells of a record. */
export let cellColumns: u32 = 0
export let cellKinds: u32 = 0
export let cellTexts: u32 = 0
export let cellLengths: u32 = 0
export let cellHeld: u32 = 0
export let mostCells: u32 = 0
/** Temporary: the templates of a record. */
export let visited: u32 = 0
export let mostVisited: u32 = 0
/** 16 bytes of ones and 16 of zeros. */
export let masks: u32 = 0
export let startState: u32 = 0
/** Whether lists stay JSON. */
export let listsAsJson: u32 = 0
/** Where records begin that are alike to those passed over; 0 where all are wanted. */
export let otherStart: u32 = 0
/** Whether only some forms are wanted. */
export let choosesForm: u32 = 0
/** Each 0 or 24 bytes: the first and the last time of creation that is wanted. */
export let since: u32 = 0
export let until: u32 = 0
/** The first number of pairs whose second one is the hash of an id that the host looks for; or 0. */
export let ids: u32 = 0

export function setRegions(regions: u32): void {
  arena = load<u32>(regions)
  arenaEnd = load<u32>(regions, 4)
  held = load<u32>(regions, 8)
  stamps = load<u32>(regions, 12)
  questionStamps = load<u32>(regions, 16)
  pairs = load<u32>(regions, 20)
  pairMask = load<u32>(regions, 24)
  cellColumns = load<u32>(regions, 28)
  cellKinds = load<u32>(regions, 32)
  cellTexts = load<u32>(regions, 36)
  cellLengths = load<u32>(regions, 40)
  cellHeld = load<u32>(regions, 44)
  mostCells = load<u32>(regions, 48)
  visited = load<u32>(regions, 52)
  mostVisited = load<u32>(regions, 56)
  masks = load<u32>(regions, 60)
  startState = load<u32>(regions, 64)
  listsAsJson = load<u32>(regions, 68)
  otherStart = load<u32>(regions, 72)
  choosesForm = load<u32>(regions, 76)
  since = load<u32>(regions, 80)
  until = load<u32>(regions, 84)
  ids = load<u32>(regions, 88)
}

/** The value of a pair, or 0. */
export function findPair(first: u32, second: u32): u32 {
  let slot = hashPair(first, second) & pairMask
  while (true) {
    const at = pairs + slot * 12
    const value = load<u32>(at, 8)
    if (value == 0) return 0
    if (load<u32>(at) == first && load<u32>(at, 4) == second) return value
    slot = (slot + 1) & pairMask
  }
}

/** Where a pair begins to look for its place. */
export function hashPair(first: u32, second: u32): u32 {
  let hash = (first * 0x9e3779b1) ^ second
  hash = (hash ^ (hash >>> 15)) * 0x85ebca6b
  return hash ^ (hash >>> 13)
}
