import {
  cellColumn, cellSize, edgeFlags, edgeMember, edgeName, edgeQuestion, eventHeadline, eventName, eventQuestion, eventType, flagBeside, memberColumn, mostVisited, nodeFollower,
  nodePlace, nodeStamp, questionForm, questionForms, questionHeadlines, questionMembers, questionTemplate, templateHeadline,
  templateLatest, templateNew, templateQuestion, templateSeen, templateType, visited,
} from './layout'
import { findPair } from './pairs'
import { mayTell } from './patterns'
import { createdTime, noteTime } from './times'
import { cells } from './values'

/** Notes that a node may come directly after another one, or that a question was asked by a form; false where it has no room. */
@external('host', 'follows')
declare function follows(node: u32, follower: u32): bool
@external('host', 'isAskedBy')
declare function isAskedBy(question: u32, form: u32): bool
/** Notes that a record has what a template tells; makes a member of a question, by the number of its name, and gives it; each 0 where it has no room. */
@external('host', 'tells')
declare function tells(template: u32): bool
@external('host', 'addMember')
declare function addMember(question: u32, name: u32): u32

/** How many entries the record had so far. */
export let visits: u32 = 0

// What is known of the entry that is open, each 0 while it is not.
/** By the kind of an event what it told: the question, the headline, the type, and something that is of no use. */
const tellings: u32 = <u32>memory.data(32)
let template: u32 = 0
/** The names that it had, as bits. */
let names: u32 = 0
/** The first of its cells. */
let first: u32 = 0

export function beginEntries(): void {
  visits = 0
  beginEntry()
}

function beginEntry(): void {
  v128.store(tellings, i32x4.splat(0), 16)
  template = 0
  names = 0
  first = cells
}

/** The entries begin. */
export function beginData(): void {
  first = cells
}

/** Notes names of the open entry; false where one was there before. */
@inline
export function noteNames(bits: u32): bool {
  if ((names & bits) != 0) return false
  names |= bits
  return true
}

export function setTemplate(told: u32): void {
  template = told
  tell(eventQuestion, templateQuestion(told))
  tell(eventHeadline, templateHeadline(told))
  tell(eventType, templateType(told))
}

/** Sets what an event tells; which of them it is nobody can foresee where members come in any order. */
@inline
export function setTold(kind: u32, told: u32): void {
  tell(kind, told)
  template = select<u32>(template, 0, kind == eventName)
}

@inline
function tell(kind: u32, told: u32): void {
  store<u32>(tellings + (kind << 2), told)
}

@inline
function toldOf(kind: u32): u32 {
  return load<u32>(tellings + (kind << 2))
}

/** Closes the open entry; false where the record is for the host. */
export function endEntry(attempt: u32): bool {
  const question = toldOf(eventQuestion)
  if (question == 0 || visits == mostVisited || load<u32>(question, nodeStamp) == attempt) return false
  store<u32>(question, attempt, nodeStamp)
  if (template == 0 && !findTemplate(question)) return false
  const visit = visited + (visits++ << 3)
  store<u32>(visit, template)
  store<u32>(visit, first, 4)
  // Where the last one ends.
  store<u32>(visit, cells, 12)
  beginEntry()
  return true
}

function findTemplate(question: u32): bool {
  const headline = toldOf(eventHeadline)
  const type = toldOf(eventType)
  template = load<u32>(question, questionTemplate)
  if (template != 0 && templateHeadline(template) == headline && templateType(template) == type) return true
  template = findPair(findPair(question + questionHeadlines, headline), type)
  store<u32>(question, template, questionTemplate)
  return template != 0
}

/** Gives the cells of all entries their columns, and notes what the entries tell of questions and members; false where the record is for the host. */
export function noteEntries(form: u32, attempt: u32): bool {
  const time = createdTime()
  let before: u32 = 0
  for (let i: u32 = 0; i < visits; i++) {
    const visit = visited + (i << 3)
    const told = load<u32>(visit)
    const asked = templateQuestion(told)
    if (load<u32>(told, templateSeen) == templateNew && !(mayTell && tells(told))) return false
    if (form != 0 && load<u32>(asked, questionForm) != form && !noteForm(asked, form)) return false
    if (i > load<u32>(asked, nodePlace)) store<u32>(asked, i, nodePlace)
    if (before != 0 && !isFollower(before, asked) && !noteFollower(before, asked)) return false
    before = asked
    if (!noteAnswers(asked, visit, attempt)) return false
    store<u32>(told, 1, templateSeen)
    if (time != 0) noteTime(told + templateLatest, time)
  }
  return true
}

/** The same for the answers of one entry. */
function noteAnswers(asked: u32, visit: u32, attempt: u32): bool {
  const from = load<u32>(visit, 4)
  const to = load<u32>(visit, 12)
  let before: u32 = 0
  let place: u32 = 0
  for (let cell = from; cell < to; cell += cellSize) {
    const edge = cellColumn(cell)
    let member = load<u32>(edge, edgeMember)
    if (load<u32>(edge, edgeQuestion) != asked) {
      member = findPair(asked + questionMembers, edgeName(edge))
      if (member == 0 && mayTell) member = addMember(asked, edgeName(edge))
      if (member == 0) return false
      store<u32>(edge, asked, edgeQuestion)
      store<u32>(edge, member, edgeMember)
    }
    // A name that repeats.
    if (load<u32>(member, nodeStamp) == attempt) return false
    store<u32>(member, attempt, nodeStamp)
    store<u32>(cell, load<u32>(member, memberColumn))
    const own = place++
    if ((edgeFlags(edge) & flagBeside) != 0) continue
    if (own > load<u32>(member, nodePlace)) store<u32>(member, own, nodePlace)
    if (before != 0 && !mayFollow(before, member) && !noteFollower(before, member)) return false
    before = member
  }
  return true
}

/** Whether it is kept that a member may come directly after another one; whether as the last time nobody can foresee. */
@inline
function mayFollow(node: u32, follower: u32): bool {
  return (<u32>(load<u32>(node, nodeFollower) == follower) | <u32>isFollower(node, follower)) != 0
}

/** Questions or members that came one after another, each two in the place of their hash: many are followed by this one or that. */
const neighbours: u32 = <u32>memory.data(512 * 8)

/** Whether it is kept that a question or a member may come directly after another one. */
@inline
function isFollower(node: u32, follower: u32): bool {
  return load<u64>(neighboursOf(node, follower)) == (((<u64>node) << 32) | follower)
}

@inline
function neighboursOf(node: u32, follower: u32): u32 {
  return neighbours + ((((node ^ (follower * 0x85ebca6b)) * 0x9e3779b1) >>> 23) << 3)
}

function noteFollower(node: u32, follower: u32): bool {
  if (findPair(node, follower) == 0 && !follows(node, follower)) return false
  store<u32>(node, follower, nodeFollower)
  store<u64>(neighboursOf(node, follower), ((<u64>node) << 32) | follower)
  return true
}

function noteForm(asked: u32, form: u32): bool {
  if (findPair(asked + questionForms, form) == 0 && !isAskedBy(asked, form)) return false
  store<u32>(asked, form, questionForm)
  return true
}
