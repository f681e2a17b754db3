import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'

const folder = join(import.meta.dirname, '../../schemas/output')

/** The JSON that a command printed, once it is proved to be one line in the shape of `schemas/output/<name>`. */
export function outputOf(name: string, printed: string): unknown {
  if (!/^[^\n]+\n$/.test(printed)) throw new Error(`not one line: ${printed}`)
  const value: unknown = JSON.parse(printed)
  const ajv = new Ajv({ strict: true, allowUnionTypes: true })
  const validate = ajv.compile(JSON.parse(readFileSync(join(folder, `${name}.schema.json`), 'utf8')))
  if (!validate(value)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)} in ${printed}`)
  return value
}
