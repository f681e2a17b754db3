/** A process of its own that takes a file and keeps it until it is killed: `node claim-holder.ts <file> <folder>`. */
import { claimFile } from '../../src/files/claim.ts'

const [file = '', folder = ''] = process.argv.slice(2)
console.log((await claimFile(file, folder)) ? 'taken' : 'refused')
setInterval(() => undefined, 1000)
