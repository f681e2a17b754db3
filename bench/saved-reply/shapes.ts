/** Shapes of saved replies, and how they differ from `compact`, which is how services send them. */
export const shapes = {
  compact: 'as services send it: four forms of eight questions',
  pretty: 'indented, as people save it',
  wide: 'one form of 520 questions',
  forms: '200 forms of ten questions',
  reordered: "every object's members the other way round",
  shuffled: "every object's members in an order of its own",
  world: 'texts in Chinese, Cyrillic, Hindi and emoji',
  choices: 'answers that are mostly lists of choices',
  escaped: 'all but ASCII written as \\u escapes',
  odd: 'numbers of another spelling, and now and then a question of its own',
} as const

/** The name of such a shape. */
export type Shape = keyof typeof shapes

/** The names of all shapes, `compact` first. */
// The object above says so.
export const shapeNames = Object.keys(shapes) as readonly Shape[]
