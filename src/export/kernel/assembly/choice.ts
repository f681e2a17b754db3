import { choosesForm, constantIsWanted, ids, since, until } from './layout'
import { findPair } from './pairs'
import { createdIsInstant, createdText, idLength, idText } from './values'

/** How many records were passed over for their form, and how many of a wanted one for their time. */
export let otherForms: u32 = 0
export let otherTimes: u32 = 0

/** The record is wanted, is none of those, or only the host can tell. */
export const verdictWanted: i32 = 0
export const verdictOther: i32 = 1
export const verdictUnclear: i32 = 2

/** Decides on the record that was read last; `form` is the constant of its form, or 0. Others are counted. */
export function judge(form: u32): i32 {
  if (choosesForm) {
    if (form == 0) return verdictUnclear
    if (!constantIsWanted(form)) {
      otherForms++
      return verdictOther
    }
  }
  if (ids != 0 && (idText == 0 || findPair(ids, hashText(idText, idLength)) != 0)) return verdictUnclear
  if (since == 0 && until == 0) return verdictWanted
  if (!createdIsInstant) return verdictUnclear
  if (
    (since == 0 || memory.compare(createdText, since, 24) >= 0) &&
    (until == 0 || memory.compare(createdText, until, 24) <= 0)
  )
    return verdictWanted
  otherTimes++
  return verdictOther
}

/** The hash of a text. */
export function hashText(text: u32, length: u32): u32 {
  let hash: u32 = 0x811c9dc5
  for (let i: u32 = 0; i < length; i++) hash = (hash ^ <u32>load<u8>(text + i)) * 0x01000193
  return hash
}
