/** Puts forms that exist into the lock file, as the forms of specs. */
import { noRow } from '../authoring/authoring.ts'
import { askForms, readForm } from '../client/client.ts'
import { Failure, ignoreFailure, misuse } from '../failure/failure.ts'
import { publishedParts } from '../form/components.ts'
import { listed } from '../form/words.ts'
import { formPath } from '../wire/wire.ts'
import { refuseKey, serviceOf, wantedForms, type ApplyRequest } from './apply.ts'
import type { Publisher } from './create-once.ts'
import {
  hasForm,
  isAt,
  lockedForm,
  originKey,
  originText,
  targetFrom,
  versionsOf,
  withForms,
  type LockedForm,
  type Origin,
} from './lock-entries.ts'
import { holdLock, openLock } from './lock-file.ts'
import { canonicalHash } from './plan.ts'

/** A form to adopt: its id, and the spec that it is of; `path` is whole, `name` and `row` choose among the forms of the spec. */
type Adoption = {
  readonly word: string
  readonly path: string
  readonly name?: string | undefined
  readonly row?: string | undefined
  readonly id: string
}

export type AdoptedForm = {
  readonly entry: LockedForm
  /** Whether it asks what the spec asks; undefined where the service does not show it. */
  readonly isSame: boolean | undefined
  readonly isClosed: boolean
  /** The other spec that the service knows it to be made of. */
  readonly madeOf: Origin | undefined
  /** The form that the spec had in the lock file so far; it stands in the history now. */
  readonly before: LockedForm | undefined
}

/**
 * Adopts all or none. A form that asks something else than its spec is recorded as it is, so that the next run plans a change. Fails with
 * `form-unknown` where the service lists its forms and has no such one, and with `usage` where a spec has several forms, or the lock
 * file has the form for another spec that is there.
 */
export async function adoptForms(
  request: ApplyRequest,
  adoptions: readonly Adoption[],
  publisher: Publisher,
): Promise<readonly AdoptedForm[]> {
  const { caller, machine } = publisher
  const { place } = request
  const target = targetFrom(place, serviceOf(publisher))
  const answer = await askForms(caller)
  refuseKey(answer)
  const wanted = wantedForms(request)
  return holdLock(place, { ...publisher, seconds: undefined }, async () => {
    const lock = await openLock(machine.files, place)
    const entries = lock.forms().filter((entry) => isAt(entry, target))
    const adopted: AdoptedForm[] = []
    for (const { word, path, name, row, id } of adoptions) {
      const [form, ...others] = wanted.filter(
        (one) =>
          one.path === path &&
          (name === undefined || one.name === name) &&
          (row === undefined || one.origin.row === row),
      )
      if (!form || others.length > 0) {
        const ofSpec = wanted.filter((one) => one.path === path)
        const rows = [...new Set(ofSpec.flatMap(({ origin }) => origin.row ?? []))]
        if (row !== undefined && !rows.includes(row)) throw misuse(noRow(word, row, rows))
        const inSpec = ofSpec.map((one) => one.origin.row ?? one.name)
        throw misuse(
          `${word} is no single form. Its spec has ${listed(inSpec)}: name one behind a #, or its row with --row.`,
        )
      }
      const summary = answer.forms?.find((one) => one.id === id)
      if (answer.forms && !summary) throw Failure.of('form-unknown', { formId: id })
      const before = entries.find((entry) => originKey(entry) === originKey(form.origin))
      const owner = entries.find((entry) => hasForm(entry, id))
      const kind = owner && (await machine.files.kind(machine.files.resolve(place.folder, owner.spec)))
      // A spec that was renamed and edited goes on where its former file left off.
      const former = owner?.id === id && kind === 'missing' ? owner : undefined
      if (owner && owner !== before && !former)
        throw misuse(`${id} is a form of ${originText(owner)} in ${place.name}, so ${word} cannot have it.`)
      // What it was made of, or else what it asks, as far as the key may read it.
      const made = summary?.label?.content
      const asked =
        made === undefined && summary ? (await readForm(caller, id).catch(ignoreFailure))?.steps : undefined
      const { steps } = publishedParts(form.body, () => '')
      const hasSameSteps = (): boolean => canonicalHash({ steps }) === canonicalHash({ steps: shown(asked) })
      const isSame =
        made !== undefined ? made === form.content : asked === undefined ? undefined : hasSameSteps()
      const version = former ?? {
        ...(isSame === false ? {} : form.lock),
        content: isSame === false ? (made ?? canonicalHash({ steps: asked })) : form.content,
        id,
        url: summary?.url ?? formPath(id),
        created: summary?.createdAt ?? machine.now().toISOString(),
        name: summary?.name ?? form.name,
      }
      const versions = [before, former].flatMap((entry) => (entry ? versionsOf(entry) : []))
      const history = versions.filter((one) => one.id !== id)
      const entry = lockedForm({ origin: form.origin, target, version, history })
      const { label, closedAt } = summary ?? {}
      const madeOf = label && originKey(label) !== originKey(form.origin) && !former ? label : undefined
      const isClosed = closedAt !== undefined
      adopted.push({ entry, isSame, isClosed, madeOf, before: before?.id === id ? undefined : before })
    }
    const put = adopted.map(({ entry }) => entry)
    const ids = new Set(put.map(({ id }) => id))
    if (Math.min(new Set(put.map(originKey)).size, ids.size) < put.length)
      throw misuse('A form or a spec is named twice. Give each spec one form.')
    await lock.update((all) => withForms(all, { without: entries.filter(({ id }) => ids.has(id)), put }))
    return adopted
  })
}

/** The steps of a form as a service shows them, without the ids of questions, which it made. */
const shown = (steps: unknown): unknown =>
  JSON.parse(JSON.stringify(steps, (key, value: unknown) => (key === 'questionId' ? '' : value)))
