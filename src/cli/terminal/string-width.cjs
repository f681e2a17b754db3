/**
 * Stands in for the package `string-width`, with which cli-table3 measures texts: the old version that it asks for counts newer emoji
 * as one column and cuts Hindi. CommonJS, because cli-table3 calls what `require` gives it.
 */
const { widthOf } = require('./display-width.ts')

// Colours as `makeColors` marks them, and as they are written.
const mark = new RegExp(String.raw`\u001b[0-9a-f]{0,32}\[\d{1,2}m`, 'g')

module.exports = (text) => widthOf(text.replaceAll(mark, ''))
