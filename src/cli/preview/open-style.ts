import { contrastSentence, lowContrasts } from '../../form/contrast.ts'
import type { Form } from '../../form/form.ts'
import { isDisplayOnly, componentTypes } from '../../form/components.ts'
import { exampleContent, mainTypeNames, typeNames, type TypeName } from '../../form/schema.ts'
import { previewForm, type PreviewFinding } from '../../server/preview/preview.ts'
import type { Context } from '../command.ts'
import type { FileFinding } from '../../authoring/authoring.ts'
import { readStyle } from '../service/read-style.ts'
import { openPreview, type OpenPreview } from './open-spec.ts'
import { excerptOf, linesIn, type ReadPreview } from './read-preview.ts'

/** Opens a style file for the preview of a form that has every component type. */
export function openStyle(file: string, { host }: Pick<Context, 'host'>): Promise<OpenPreview> {
  let names: readonly string[] = [file]
  const read = async (): Promise<ReadPreview> => {
    const { style, findings, files, paths, place, text } = await readStyle(file, host)
    names = [file, ...paths]
    const low = lowContrasts(style).map((one) => place(one.path, contrastSentence(one)))
    const shown = (severity: PreviewFinding['severity'], code: string) => (finding: FileFinding) => ({
      severity,
      code,
      message: finding.message,
      place: `${file}:${finding.line}:${finding.column}`,
      excerpt: excerptOf(finding, linesIn(text)),
    })
    const isBroken = findings.length > 0
    return {
      file,
      isBroken,
      forms: isBroken ? [] : [previewForm(everyType, { place: 1, look: style })],
      styleFiles: new Map(files.map(({ sha256, bytes }) => [sha256, bytes])),
      findings: isBroken ? findings.map(shown('error', 'style')) : low.map(shown('warning', 'contrast')),
    }
  }
  return openPreview({ names: () => names, read }, { host })
}

const stepOf = (name: string, types: readonly TypeName[]): Form['steps'][number] => ({
  name,
  components: [...types, ...(types.some((type) => !isDisplayOnly(type)) ? ['NextButton' as const] : [])].map(
    (type) => ({ type, content: { ...exampleContent(type) } }),
  ),
})

const asking = mainTypeNames.filter((type) => componentTypes[type].asks)

/** Every component type with its example, some on each step. */
const everyType: Form = {
  name: 'Every component',
  steps: [
    stepOf('Texts', ['Header', 'Statement', ...asking.slice(0, 5), 'Disclaimer']),
    stepOf('Numbers, times and people', asking.slice(5, 13)),
    stepOf('Choices', asking.slice(13)),
    stepOf('The end', typeNames.filter(isDisplayOnly)),
  ],
}
