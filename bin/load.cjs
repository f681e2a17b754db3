'use strict'
/**
 * Loads the program from `dist/`, and keeps what the first run of a command compiled for the next ones, which then start in two thirds
 * of the time. Node's own cache holds only what is compiled before a module runs, and most functions are compiled at their first call.
 */
const { Script } = process.getBuiltinModule('node:vm')
const { createRequire } = process.getBuiltinModule('node:module')
const { dirname, join } = process.getBuiltinModule('node:path')
const { pathToFileURL } = process.getBuiltinModule('node:url')
const fs = process.getBuiltinModule('node:fs')

const dist = join(__dirname, '../dist')
const month = 30 * 24 * 3600 * 1000

/** Runs the program; `cache` is the folder for compiled code, undefined where none is kept. Rejects with ENOENT if it is not built. */
module.exports = async function run(cache) {
  const { build, commands } = JSON.parse(fs.readFileSync(join(dist, 'build.json'), 'utf8'))
  const line = ` ${process.argv.slice(2).join(' ')} `
  const command = / (?:-h|--help) /.test(line)
    ? 'help'
    : commands.find((words) => line.includes(` ${words} `))
  // The build is in the name: V8 compares only the length of a source.
  const folder = cache && command && join(cache, `${build}-${process.version}-${process.arch}`)
  const file = folder && join(folder, command.replaceAll(' ', '-'))
  const compiled = file ? readCompiled(file) : new Map()
  const scripts = new Map()
  const { load, isNew } = makeLoader(compiled, scripts)
  // At the very end, since a signal ends a server at once. A run that failed has not called what the next one will.
  if (file) process.once('exit', (exit) => exit === 0 && isNew() && keep())
  await load('main.cjs').start()

  function keep() {
    for (const [name, script] of scripts) compiled.set(name, script.createCachedData())
    try {
      writeCompiled(file, compiled)
      removeOld(cache)
    } catch {
      // Nothing depends on it: the next run compiles again.
    }
  }
}

/** `load` does what `require` does, for files of `dist/`; `isNew` says whether one had to be compiled. */
function makeLoader(compiled, scripts) {
  const modules = new Map()
  const requireOther = createRequire(join(dist, 'main.cjs'))
  const require = (id) => (id.startsWith('./') ? load(id.slice(2)) : requireOther(id))
  let isNew = false
  const load = (name) => {
    const known = modules.get(name)
    if (known) return known.exports
    const module = { exports: {} }
    modules.set(name, module)
    const file = join(dist, name)
    // In the same line, so that lines keep their numbers.
    const source = `(function(exports,require,module,__filename,__dirname){${fs.readFileSync(file, 'utf8')}\n})`
    const cachedData = compiled.get(name)
    const script = new Script(source, { filename: pathToFileURL(file).href, cachedData })
    isNew ||= !cachedData || script.cachedDataRejected
    scripts.set(name, script)
    script.runInThisContext()(module.exports, require, module, file, dist)
    return module.exports
  }
  return { load, isNew: () => isNew }
}

/**
 * Compiled code by the name of its script. In the file is a line of JSON with names and lengths, and then the code of all, twice: V8 trusts
 * what it reads, even if a disk has damaged it, and a comparison costs less than to load what makes checksums.
 */
function readCompiled(file) {
  try {
    const bytes = fs.readFileSync(file)
    let end = bytes.indexOf(10)
    const entries = JSON.parse(bytes.latin1Slice(0, end++))
    const half = (end + bytes.length) / 2
    if (bytes.compare(bytes, half, bytes.length, end, half) !== 0) return new Map()
    return new Map(entries.map(([name, length]) => [name, bytes.subarray(end, (end += length))]))
  } catch {
    return new Map()
  }
}

function writeCompiled(file, compiled) {
  const entries = Array.from(compiled, ([name, code]) => [name, code.length])
  const line = Buffer.from(`${JSON.stringify(entries)}\n`)
  fs.mkdirSync(dirname(file), { recursive: true })
  const part = `${file}.${process.pid}`
  fs.writeFileSync(part, Buffer.concat([line, ...compiled.values(), ...compiled.values()]))
  fs.renameSync(part, file)
}

/** Removes the code of builds that wrote none for a month. */
function removeOld(cache) {
  for (const name of fs.readdirSync(cache)) {
    const folder = join(cache, name)
    if (fs.statSync(folder).mtimeMs < Date.now() - month) fs.rmSync(folder, { recursive: true })
  }
}
