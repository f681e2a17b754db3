import { stringify } from 'yaml'

/** A value as YAML, its long texts on one line each. */
export const yamlText = (value: unknown): string => stringify(value, { lineWidth: 0 })
