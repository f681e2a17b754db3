/** Numbers of names, from 1. */
export type Numbering = {
  readonly of: (name: string) => number
  readonly textOf: (number: number) => string
}

/** Gives names numbers, from 1. */
export function numbering(): Numbering {
  const numbers = new Map<string, number>()
  const names: string[] = []
  return {
    of: (name) => {
      const known = numbers.get(name)
      if (known === undefined) numbers.set(name, names.push(name))
      return known ?? names.length
    },
    textOf: (number) => names[number - 1] ?? '',
  }
}
