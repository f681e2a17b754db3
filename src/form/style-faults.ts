import source from '../../schemas/style.schema.json' with { type: 'json' }
import { validateStyleFile } from './generated/validate-style.js'
import { isKeyed, pathOfPointer, pathText, valueAt, type Path, type ShapeError } from './value.ts'
import { nearest } from './words.ts'

/** What is wrong in a style file, and where. */
export type StyleFault = {
  readonly path: Path
  readonly at: 'key' | 'value'
  /** Names the path. */
  readonly sentence: string
}

/** Everything that breaks the schema of a style file, one fault at each place. */
export function styleFaults(value: unknown): readonly StyleFault[] {
  if (validateStyleFile(value)) return []
  const errors = validateStyleFile.errors ?? []
  const unions = new Set(errors.flatMap((error) => (error.keyword === 'oneOf' ? error.instancePath : [])))
  const faults = errors.flatMap((error) => {
    const path = pathOfPointer(value, error.instancePath)
    return says(error, unions, valueAt(value, path)) ? faultOf(error, path) : []
  })
  return [...new Map(faults.map((fault) => [JSON.stringify(fault.path), fault])).values()]
}

/** Whether an error is the one to report: where a value may have two shapes, the validator tells why it has neither. */
function says(
  { keyword, instancePath, schemaPath }: ShapeError,
  unions: ReadonlySet<string>,
  value: unknown,
): boolean {
  if (schemaPath.includes('/propertyNames/')) return false
  if (!unions.has(instancePath)) return true
  return isKeyed(value) ? !['oneOf', 'type', 'enum'].includes(keyword) : keyword === 'oneOf'
}

function faultOf(error: ShapeError, path: Path): StyleFault {
  const { keyword, params } = error
  if (keyword === 'additionalProperties' || keyword === 'propertyNames') {
    const key = String(params['additionalProperty'] ?? params['propertyName'])
    return { path: [...path, key], at: 'key', sentence: unknownMember([...path, key]) }
  }
  const name = path.length === 0 ? 'The style' : pathText(path)
  return { path, at: 'value', sentence: `${name} ${wordsOf(error, path)}.` }
}

function unknownMember(path: Path): string {
  const key = String(path.at(-1))
  const { keys, name } = membersAt(path.slice(0, -1))
  const meant = nearest(key, keys)?.word
  const help = meant === undefined ? `There is ${keys.join(', ')}.` : `Did you mean ${meant}?`
  return `${pathText(path).slice(0, 80)} is no member of ${name}. ${help}`
}

const { definitions, properties } = source

/** The names that an object may have, from the schema. */
function membersAt(path: Path): { readonly keys: readonly string[]; readonly name: string } {
  const [first, second] = path
  const name = path.length === 0 ? 'a style' : pathText(path)
  if (first === undefined) return { keys: Object.keys(properties), name }
  if (first === 'components' && second === undefined)
    return { keys: properties.components.propertyNames.enum, name }
  const definition = {
    colors: definitions.StyleColors,
    dark: definitions.StyleColors,
    font: definitions.FontFile,
    headingFont: definitions.FontFile,
    background: definitions.StyleBackground,
    layout: second === undefined ? definitions.StyleLayout : definitions.Logo,
    components: definitions.ComponentStyle,
  }[String(first)]
  return { keys: Object.keys(definition?.properties ?? {}), name }
}

const colour = 'is no colour: write it as "#2450c8", with the quotes'
const colours = 'is no list of two colours, such as ["#dbe7ff", "#fff1e0"]'

/** What is wrong, as the rest of a sentence that begins with the path. */
function wordsOf({ keyword, params }: ShapeError, path: Path): string {
  const last = path.findLast((part) => typeof part === 'string') ?? ''
  if (keyword === 'oneOf')
    return last === 'dark'
      ? 'holds no colours: write them below it, or false for no dark look'
      : `is no font: give one of ${definitions.FontName.enum.join(', ')}, or a file and its fallback`
  if (keyword === 'enum') return `can be ${(params['allowedValues'] as readonly string[]).join(', ')}`
  if (keyword === 'required') return `has no ${String(params['missingProperty'])}`
  if (keyword === 'minimum') return `is below ${String(params['limit'])}, the least it can be`
  if (keyword === 'maximum') return `is above ${String(params['limit'])}, the most it can be`
  if (keyword === 'minItems' || keyword === 'maxItems' || params['type'] === 'array') return colours
  if (params['type'] === 'object') return 'holds no members: write them below it as "name: value"'
  if (params['type'] === 'number') return 'is no number'
  if (last === 'alt') return 'is no text: put it in quotes'
  if (last === 'file' || last === 'image')
    return 'is no file that comes with the style: give the path of one in its folder or below'
  return colour
}
