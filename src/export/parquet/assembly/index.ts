export { setRegions } from './layout'
export { clear, isFull, listCells, rows, takeRows } from './chains'
export { findDictionary, indexWidth } from './dictionary'
export { findRange, gather, gatherDictionary, gatheredTo, greatest, least } from './values'
