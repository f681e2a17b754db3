import { expect, test } from 'vitest'
import { Failure } from '../../src/failure/failure.ts'
import { groupedWriter } from '../../src/store/groups.ts'

test('after an error of the disk a writer refuses all that follows, and says so without being asked to write', async () => {
  const broken = Failure.of('store-unusable', { path: 'data', reason: 'the disk is gone', isLasting: true })
  const reported: unknown[] = []
  const writer = groupedWriter<{ readonly useKey: (id: string, at: string) => void }>(
    async () => {
      throw broken
    },
    { observe: (report) => void (report.broken && reported.push(report.broken)) },
  )
  expect(writer.refusal()).toBeUndefined()
  const writes = [writer.write('useKey', 'a', ''), writer.write('useKey', 'b', '')]
  for (const write of writes) await expect(write).rejects.toBe(broken)
  expect(writer.refusal()).toBe(broken)
  expect(reported).toEqual([broken])
  await expect(writer.write('useKey', 'c', '')).rejects.toBe(broken)
})

test('after any other failure of the store a writer goes on', async () => {
  const failure = Failure.of('store-unusable', { path: 'data', reason: 'it may not be written' })
  let isFailing = true
  const writer = groupedWriter<{ readonly useKey: (id: string, at: string) => void }>(async () => {
    if (isFailing) throw failure
    return [{ result: undefined }]
  })
  await expect(writer.write('useKey', 'a', '')).rejects.toBe(failure)
  isFailing = false
  expect(writer.refusal()).toBeUndefined()
  await expect(writer.write('useKey', 'a', '')).resolves.toBeUndefined()
})
