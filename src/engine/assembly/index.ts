export { formatRows, guarded, isOutFull, moveLines, out, setCsv, setOut, setOutEnd, setPlaces } from './csv'
export { allocate, isTight, makeSpace } from './memory'
export {
  at, beginLine, forgetIds, hasPartial, idCount, isNew, lateUpdates, latest, otherForms, otherTimes, partials, place, read, setBetween, setChoice, setPlace, taken,
} from './read'
export { nodeOf, pairSlots, pairTable, setTemplates } from './tree'
export { beginScan, moveScan, pending, pendingEnd, scannedTo, scanTo, setAskedIds, setRoots, setScratch, setStyle, ids } from './walk'
