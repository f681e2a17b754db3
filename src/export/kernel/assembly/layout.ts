// What lies where in memory. The host (../memory.ts) makes the room and writes what was learned; both must agree.

/** Up to where the kernel's own tables lie; what the host gives lies behind. */
export const ownEnd: u32 = <u32>__heap_base

// A state is what may come next in a record: it says which object or list is open, and whether a comma has to come.
export const stateSize: u32 = 20
/** Of the literals of its edges, how many quotes they have, as bits; more than `mostQuotes` count as these. */
@inline export function stateCounts(state: u32): u32 { return load<u32>(state) }
/** The first of its edges whose literal has no quotes; they are chained, the longest first. */
export const stateShort: u32 = 4
/** As the counts, but of edges that are not made of others. */
export const stateOwn: u32 = 8
/** The first of its patterns, which are chained. */
export const statePatterns: u32 = 12
/** Of the first one of all: whether edges that are made of others were forgotten, as members come in any order. */
@inline export function isUnordered(state: u32): bool { return load<u32>(state, 16) != 0 }
export const stateUnordered: u32 = 16

export const mostQuotes: u32 = 30

// An edge is a literal, what it means, and the value behind it, if there is one.
@inline export function edgeLiteral(edge: u32): u32 { return load<u32>(edge) }
@inline export function edgeLength(edge: u32): u32 { return load<u32>(edge, 4) }
@inline export function edgeTarget(edge: u32): u32 { return load<u32>(edge, 8) }
/** The next edge of its chain: of the same state and hash, or of the short ones. */
@inline export function nextEdge(edge: u32): u32 { return load<u32>(edge, 12) }
export const edgeNext: u32 = 12
/** The edges that were gone after it: the last one, and one before. */
export const edgeAfter: u32 = 16
export const edgeEarlier: u32 = 20
@inline export function edgeFlags(edge: u32): u32 { return load<u32>(edge, 24) }
/** The value's column; of an answer, the edge itself, as only the entry tells the column. */
@inline export function edgeColumn(edge: u32): u32 { return load<u32>(edge, 28) }
/** Of an answer: the number of its name, and the question and the member that it was last. */
@inline export function edgeName(edge: u32): u32 { return load<u32>(edge, 32) }
export const edgeQuestion: u32 = 36
export const edgeMember: u32 = 40
@inline export function eventCount(edge: u32): u32 { return load<u32>(edge, 44) }
/** Events follow, each its kind and its argument. */
export const edgeEvents: u32 = 48

/** A list or an object may stand here, and is one cell. */
export const flagNested: u32 = 1
/** A text here describes the question, and is no cell. */
export const flagDescribing: u32 = 2
export const flagCreated: u32 = 4
export const flagTime: u32 = 8
/** No value follows. */
export const flagBare: u32 = 16
/** A list here is one of texts or options, where it is made of such. */
export const flagJoined: u32 = 32
/** The record's `id`. */
export const flagIdentity: u32 = 64
/** The record ends here. */
export const flagEnd: u32 = 128
/** A member beside an entry's response, which no order of members counts. */
export const flagBeside: u32 = 256
/** A part of longer edges, which would never be gone were this one expected. */
export const flagPart: u32 = 512

// The kind of an event is its low byte; what is above are names that may stand once in an entry, as bits.
/** A name that may stand once in a record: its number. */
export const eventOnce: u32 = 0
/** The id of the form: a constant. */
export const eventForm: u32 = 1
/** The entries begin. */
export const eventData: u32 = 2
/** A name of an entry. */
export const eventName: u32 = 3
/** What an entry tells of itself: its question, its headline, its type, each a place; or all at once: a template. */
export const eventQuestion: u32 = 4
export const eventHeadline: u32 = 5
export const eventType: u32 = 6
export const eventTemplate: u32 = 7
/** An entry ends. */
export const eventEntry: u32 = 8

// A pattern is the literal of edges that differ in some texts: the next pattern, how many texts they are, the length of what
// stands before each and behind the last one, and all of these pieces.
@inline export function nextPattern(pattern: u32): u32 { return load<u32>(pattern) }
@inline export function patternTexts(pattern: u32): u32 { return load<u32>(pattern, 4) }
export const patternPieces: u32 = 8

// Questions and members are nodes.
/** The highest place that it had among others. */
export const nodePlace: u32 = 0
/** The node that came after it last. */
export const nodeFollower: u32 = 4
/** The last record that had it. */
export const nodeStamp: u32 = 8
/** Of a member, its column. */
export const memberColumn: u32 = 12
/** Of a question, the form that it was last in, and its last template. */
export const questionForm: u32 = 12
export const questionTemplate: u32 = 16
/** Added to a question, the first number of pairs whose second one is the number of a member's name, of a headline, or a form. */
export const questionMembers: u32 = 1
export const questionHeadlines: u32 = 2
export const questionForms: u32 = 3

// A template is what an entry tells of itself; a headline or a type may be 0.
@inline export function templateQuestion(template: u32): u32 { return load<u32>(template) }
@inline export function templateHeadline(template: u32): u32 { return load<u32>(template, 4) }
@inline export function templateType(template: u32): u32 { return load<u32>(template, 8) }
/** The latest time of creation of its records, 24 bytes, filled up with zeros. */
export const templateLatest: u32 = 12
/** Whether any record had it: 1, or `templateNew` where the host is to be told of the first one that has. */
export const templateSeen: u32 = 36
export const templateNew: u32 = 2

// A constant is a text that stands in a literal and is a cell.
@inline export function constantColumn(constant: u32): u32 { return load<u32>(constant) }
@inline export function constantText(constant: u32): u32 { return load<u32>(constant, 4) }
@inline export function constantLength(constant: u32): u32 { return load<u32>(constant, 8) }
/** Of a form: whether its records are wanted. */
@inline export function constantIsWanted(constant: u32): bool { return load<u32>(constant, 12) != 0 }
/** Of a form: how many of its records were read. */
export const constantRead: u32 = 16

// A cell of the record that is read.
export const cellSize: u32 = 32
@inline export function cellColumn(cell: u32): u32 { return load<u32>(cell) }
@inline export function cellKind(cell: u32): u32 { return load<u32>(cell, 4) }
@inline export function cellText(cell: u32): u32 { return load<u32>(cell, 8) }
@inline export function cellLength(cell: u32): u32 { return load<u32>(cell, 12) }
/** What its column held then, as bits. */
@inline export function cellHeld(cell: u32): u32 { return load<u32>(cell, 16) }

// Regions, which the host gives.
export let arena: u32 = 0
export let arenaEnd: u32 = 0
/** Per column what its cells held, as bits. */
export let held: u32 = 0
/** Per name that may stand once, the last record that had it. */
export let stamps: u32 = 0
/** Pairs of numbers with a value each, found by their hash; its size is a power of two. */
export let pairs: u32 = 0
export let pairMask: u32 = 0
/** Temporary: the cells of a record. */
export let firstCell: u32 = 0
export let cellsEnd: u32 = 0
/** Temporary: the entries of a record, each its template and the first of its cells. */
export let visited: u32 = 0
export let mostVisited: u32 = 0
/** The edge after which a record begins. */
export let ownStart: u32 = 0
/** Whether lists stay JSON. */
export let listsAsJson: u32 = 0
/** The one after which records begin that are alike to those passed over; 0 where all are wanted. */
export let otherStart: u32 = 0
/** Whether only some forms are wanted. */
export let choosesForm: u32 = 0
/** Each 0 or 24 bytes: the first and the last time of creation that is wanted. */
export let since: u32 = 0
export let until: u32 = 0
/** The first number of pairs whose second one is the hash of an id that the host looks for; or 0. */
export let ids: u32 = 0

/** Where edges are kept by their names, and the bits of a place in it. */
export let named: u32 = 0
export let namedMask: u32 = 0
/** Which names have texts of their own, as bits. */
export let ownTexts: u32 = 0

export function setRegions(regions: u32): void {
  arena = load<u32>(regions)
  arenaEnd = load<u32>(regions, 4)
  held = load<u32>(regions, 8)
  stamps = load<u32>(regions, 12)
  pairs = load<u32>(regions, 16)
  pairMask = load<u32>(regions, 20)
  firstCell = load<u32>(regions, 24)
  cellsEnd = load<u32>(regions, 28)
  visited = load<u32>(regions, 32)
  mostVisited = load<u32>(regions, 36)
  ownStart = load<u32>(regions, 40)
  listsAsJson = load<u32>(regions, 44)
  otherStart = load<u32>(regions, 48)
  choosesForm = load<u32>(regions, 52)
  since = load<u32>(regions, 56)
  until = load<u32>(regions, 60)
  ids = load<u32>(regions, 64)
  named = load<u32>(regions, 68)
  namedMask = load<u32>(regions, 72)
  ownTexts = load<u32>(regions, 76)
}
