import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'

const folder = join(import.meta.dirname, '../../schemas/output')

const ajv = new Ajv({ strict: true, allowUnionTypes: true })
const validators = new Map<string, ValidateFunction>()

/** Made once for all tests: that takes longer than most commands. */
function validatorOf(name: string): ValidateFunction {
  const known = validators.get(name)
  if (known) return known
  const made = ajv.compile(JSON.parse(readFileSync(join(folder, `${name}.schema.json`), 'utf8')))
  validators.set(name, made)
  return made
}

/** The JSON that a command printed, once it is proved to be one line in the shape of `schemas/output/<name>`. */
export function outputOf(name: string, printed: string): unknown {
  if (!/^[^\n]+\n$/.test(printed)) throw new Error(`not one line: ${printed}`)
  const value: unknown = JSON.parse(printed)
  const validate = validatorOf(name)
  if (!validate(value)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)} in ${printed}`)
  return value
}
