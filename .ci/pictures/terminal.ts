/** A command, and what it printed: lines with the colours of a terminal (SGR sequences). */
export type Screen = { readonly command: string; readonly output: string }

const [fontSize, lineHeight, charWidth, margin] = [14, 20, 8.43, 16]
const colours: Readonly<Record<string, string>> = {
  '30': '#5c6370',
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
  '34': '#79c0ff',
  '35': '#d2a8ff',
  '36': '#76e3ea',
  '90': '#8b949e',
  '91': '#ffa198',
  '92': '#aff5b4',
  '93': '#f8e3a1',
  '94': '#a5d6ff',
  '95': '#e2c5ff',
  '96': '#b3f0ff',
}

/** Draws what a terminal shows, as SVG. */
export function terminalPicture(screens: readonly Screen[]): string {
  const lines = screens.flatMap(({ command, output }, i) => [
    ...(i > 0 ? [''] : []),
    `\u001b[92m$\u001b[39m ${command}`,
    ...output.trimEnd().split('\n'),
  ])
  const longest = Math.max(
    ...lines.map((line) => spansOf(line).reduce((sum, { text }) => sum + text.length, 0)),
  )
  const width = Math.ceil(longest * charWidth + 2 * margin)
  const height = lines.length * lineHeight + 2 * margin
  const rows = lines.map((line, i) => {
    const y = margin + (i + 1) * lineHeight - 6
    return `<text x="${margin}" y="${y}" xml:space="preserve">${spansOf(line).map(asSpan).join('')}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="formctl in a terminal">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${fontSize}" fill="#e6edf3">
${rows.join('\n')}
</g>
</svg>
`
}

type Span = { readonly text: string; readonly colour: string | undefined; readonly isBold: boolean }

/** A line as runs of one style. */
function spansOf(line: string): readonly Span[] {
  const spans: Span[] = []
  let style: Omit<Span, 'text'> = { colour: undefined, isBold: false }
  // eslint-disable-next-line no-control-regex -- sequences of a terminal begin with a control character
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    // eslint-disable-next-line no-control-regex -- as above
    const codes = /^\u001b\[([\d;]*)m$/.exec(part)?.[1]
    if (codes === undefined) {
      if (part !== '') spans.push({ text: part, ...style })
      continue
    }
    for (const code of codes.split(';')) {
      if (code === '0' || code === '') style = { colour: undefined, isBold: false }
      else if (code === '1') style = { ...style, isBold: true }
      else if (code === '22') style = { ...style, isBold: false }
      else if (code === '39') style = { ...style, colour: undefined }
      else style = { ...style, colour: colours[code] ?? style.colour }
    }
  }
  return spans
}

function asSpan({ text, colour, isBold }: Span): string {
  const fill = colour === undefined ? '' : ` fill="${colour}"`
  return `<tspan${fill}${isBold ? ' font-weight="bold"' : ''}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</tspan>`
}
