#!/usr/bin/env node
// Syntax that any Node understands: this file must be able to say that the Node running it is too old.
var parts = process.versions.node.split('.').map(Number)
var isNewEnough =
  parts[0] >= 26 ||
  (parts[0] === 24 && parts[1] >= 15) ||
  (parts[0] === 22 && (parts[1] > 22 || (parts[1] === 22 && parts[2] >= 2)))

/** Prints a text that the build has made, without a start of the program; false where the program has to. */
function isPrinted(words) {
  var name = { '--version': 'version', '--help': 'help' }[words.join(' ')]
  var env = process.env
  if (!name || (name === 'help' && (env.FORCE_COLOR || env.CLICOLOR_FORCE))) return false
  try {
    var fs = process.getBuiltinModule('node:fs')
    var out = fs.fstatSync(1)
    // A terminal has its own width, and colours.
    if (out.isCharacterDevice() && out.rdev !== fs.statSync('/dev/null').rdev) return false
    var text = fs.readFileSync(new URL('../dist/' + name + '.txt', import.meta.url))
    return fs.writeSync(1, text) === text.length
    // oxlint-disable-next-line no-unused-vars -- older syntax has no catch without a name
  } catch (_error) {
    return false
  }
}

if (isNewEnough && !isPrinted(process.argv.slice(2))) {
  // Node 22 and 24 call their SQLite experimental on stderr, and any Node tells there that FORCE_COLOR beats NO_COLOR; nobody who
  // runs formctl can act on that, and it would stand before errors in JSON.
  var emitWarning = process.emitWarning.bind(process)
  process.emitWarning = function (warning, type) {
    var name = typeof type === 'object' && type !== null ? type.type : type
    if (name === 'ExperimentalWarning' && /SQLite/.test(String(warning))) return
    if (/'FORCE_COLOR' env being set/.test(String(warning))) return
    emitWarning.apply(null, arguments)
  }
  // What was compiled is kept in the user's own folder for caches, where there is one, as another user could have put something else
  // into a folder that all share. NODE_COMPILE_CACHE names another folder, as it does for Node.
  var env = process.env
  var isWindows = process.platform === 'win32'
  // The XDG specification says to ignore relative paths.
  var isNamed = (env.XDG_CACHE_HOME || '').startsWith('/')
  var caches = isWindows ? env.LOCALAPPDATA : isNamed ? env.XDG_CACHE_HOME : env.HOME && env.HOME + '/.cache'
  if (env.NODE_COMPILE_CACHE) caches = env.NODE_COMPILE_CACHE
  else if (!caches || !process.getBuiltinModule('node:fs').existsSync(caches)) caches = undefined
  // On Windows the folder for caches is also that of the state: not in the folder of the journal, but below it.
  var cache = caches && caches + (isWindows ? '/formctl/cache' : '/formctl')
  process
    .getBuiltinModule('node:module')
    .createRequire(import.meta.url)('./load.cjs')(cache)
    .catch(function (error) {
      if (error.code !== 'ENOENT' || !String(error.path).endsWith('build.json')) throw error
      process.stderr.write(
        'formctl: the program is not built; run npm ci in the clone, without --ignore-scripts and --omit=dev, then try again.\n',
      )
      process.exitCode = 3
    })
} else if (!isNewEnough) {
  process.stderr.write(
    'error[node-too-old]: Node ' +
      process.versions.node +
      ' is too old (22.22.2, 24.15, 26 or later is needed): install Node 24.15 or 26. Or run npm ci, without --ignore-scripts and --omit=dev, and then npx formctl in a clone, which brings its own Node, or use the executable, which needs none.\n',
  )
  process.exitCode = 3
}
