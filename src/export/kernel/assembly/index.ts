export { setRegions, hashPair } from './layout'
export { at, out, place, read, rows, setOut, setPlace } from './records'
export { blockAt, csvEnd, guarded, setCsv, setCsvRoom, writeCsv } from './csv'
export { beginScan, copyLines, findEnd, lineAt, lineOut, linePlace, lines, moveScan, scanAt, setBetween, setLineOut, setLinePlace } from './lines'
