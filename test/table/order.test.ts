import { describe, expect, test } from 'vitest'
import { mergedOrder, noteSequence, unseen, type Seen } from '../../src/table/order.ts'
import { newQuestion, noteForm } from '../../src/table/questions.ts'

type Node = { readonly name: string; readonly group: string; readonly seen: Seen<Node> }

/** The order that sequences of letters give; a letter's group is its case. */
function orderOf(sequences: readonly string[]): string {
  const nodes = new Map<string, Node>()
  const nodeOf = (name: string): Node => {
    const node = nodes.get(name) ?? { name, group: name < 'a' ? 'upper' : 'lower', seen: unseen<Node>() }
    nodes.set(name, node)
    return node
  }
  for (const sequence of sequences) noteSequence(sequence.split('').map(nodeOf))
  return mergedOrder([...nodes.values()])
    .map(({ name }) => name)
    .join('')
}

describe('one order of many sequences', () => {
  test.each([
    [['abc'], 'abc'],
    [['ac', 'ab', 'bc'], 'abc'],
    [['cd', 'bc', 'ab'], 'abcd'],
    [['d', 'abcd'], 'abcd'],
    [['zy', 'yx'], 'zyx'],
    // Nothing orders b and c: by their highest place, then by name.
    [['ab', 'ac', 'axc'], 'abxc'],
    [['ab', 'ac'], 'abc'],
    // Groups stay together.
    [['aB', 'cD'], 'acBD'],
    [['ab', 'AB', 'cd', 'CD'], 'acbdACBD'],
    // Circles are cut.
    [['ab', 'ba'], 'ab'],
    [['abc', 'cab', 'bca'], 'abc'],
    [['aa'], 'a'],
    [[], ''],
  ])('%j: %s', (sequences, order) => {
    expect(orderOf(sequences)).toBe(order)
    expect(orderOf(sequences.toReversed())).toBe(order)
  })

  test('a hundred thousand things are ordered at once', () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `q${i}`)
    const nodes = names.map((name): Node => ({ name, group: '', seen: unseen() }))
    noteSequence(nodes)
    expect(mergedOrder(nodes.toReversed()).map(({ name }) => name)).toEqual(names)
  })
})

test.each([[['f1', '', 'f2']], [['f2', 'f1', '']], [['', 'f2', 'f1']]])(
  'a question belongs to the first of its forms, in whatever order these come: %j',
  (forms) => {
    const question = newQuestion('q')
    for (const form of forms) noteForm(question, form)
    expect(question.group).toBe('f1')
  },
)
