/** A process of its own that takes a file and keeps it until it is killed: `node claim-holder.ts <file> <folder>`. */
import { nodeFiles } from '../../src/files/node-files.ts'

const [file = '', folder = ''] = process.argv.slice(2)
console.log((await nodeFiles('/').claim(file, folder)) ? 'taken' : 'refused')
setInterval(() => undefined, 1000)
