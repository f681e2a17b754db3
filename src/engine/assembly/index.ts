export { formatRows, guarded, isOutFull, moveLines, out, setCsv, setOut, setOutEnd, setColumnOrder } from './csv'
export { allocate, isMemoryLow, makeSpace } from './memory'
export {
  at, beginLine, clearIds, hasPartial, idCount, isNew, lateUpdates, latest, otherForms, otherTimes, partials, place, read, setBetween, setChoice, setPlace, taken,
} from './read'
export { nodeOf, pairSlots, pairTable, setTemplates } from './tree'
export { beginScan, moveScan, pending, pendingEnd, scannedTo, scanTo, setIdsToPass, setRoots, setScratch, setStyle, ids } from './walk'
