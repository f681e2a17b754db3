import { setFlagsFromString } from 'node:v8'

/** Times as often as usual that JavaScript has to run before it is compiled anew to be faster. */
const patience = 20

/**
 * An export runs much JavaScript a little, and WebAssembly a lot: to compile what will soon have done its work takes up to
 * 10 MB, and more time than it saves. What runs long is worth it after twenty times as long, too.
 */
const thresholds = [
  `--invocation-count-for-maglev=${400 * patience}`,
  `--invocation-count-for-maglev-osr=${100 * patience}`,
  `--invocation-count-for-turbofan=${3000 * patience}`,
  `--invocation-count-for-osr=${500 * patience}`,
]

/** The newest Node whose engine is known to have these thresholds; one without them would say so to whoever runs us. */
const newestKnown = 26

/**
 * A buffer keeps its 64 KB until its object is collected; where the room for new objects has grown, this comes so late that
 * the engine goes through the whole heap again and again for want of memory: twice the time, and 50 MB more.
 */
const smallNursery = '--semi-space-growth-factor=1'

/** Collects garbage sooner, so that the heap grows by less than it could: 3 MB where much is learned of records. */
const smallHeap = '--optimize-for-size'

/**
 * Has the engine use little memory from here on: numbers that it looks up each time, set once and never back. Not when
 * the program starts: Node brings its own modules compiled, which counts only as long as no flag is changed.
 */
export function spareMemory(): void {
  const isKnown = Number.parseInt(process.versions.node, 10) <= newestKnown
  setFlagsFromString([smallNursery, smallHeap, ...(isKnown ? thresholds : [])].join(' '))
}
