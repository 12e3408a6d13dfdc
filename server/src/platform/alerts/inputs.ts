import type { contract, Input } from '@assay/contract'
import { badRequest } from '../../domain/errors.ts'
import { readCustomFields, readDottedFields } from '../../domain/response/custom-fields.ts'
import { given } from '../../domain/response/wire-values.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import type { Received } from '../../http/route.ts'
import { readNewFields } from '../cases/inputs.ts'
import type { PlatformDeps } from '../deps.ts'
import { type NewObservable, readObservableInputs } from '../observables/create.ts'
import type { NewAlert } from './create.ts'
import type { AlertChange } from './update.ts'

type NewAlertInput = Received<Input<typeof contract.createAlert>>
type AlertChangeInput = Input<typeof contract.updateAlert>

/** Files among the observables are staged by this: hand them to `write` at once. */
export async function readObservables(
  deps: PlatformDeps,
  organization: string,
  { artifacts = [], observables = [], files = [] }: NewAlertInput,
): Promise<NewObservable[]> {
  const partOf = partsOf(files)
  const inputs = [...artifacts, ...observables].map((input) => ({
    dataType: input.dataType,
    ...given(input, 'data', 'message', 'tlp', 'tags'),
    ...given(input, 'ioc', 'sighted', 'ignoreSimilarity'),
    ...(input.attachment != null && {
      attachment:
        typeof input.attachment === 'string' ? partOf.take(input.attachment) : input.attachment,
    }),
  }))
  partOf.checkTaken()
  return inputs.length === 0 ? [] : await readObservableInputs(deps, organization, inputs)
}

/** File parts by their names; those that came under one name by those of the files. */
function partsOf(files: readonly ReceivedFile[]) {
  const taken = new Set<ReceivedFile>()
  return {
    // guards: server/test/platform/alert-files.test.ts
    take(name: string): ReceivedFile {
      const found =
        files.find(({ part }) => part === name) ?? files.find((file) => file.name === name)
      if (!found) throw badRequest(`File part ${name} is missing from the request`)
      if (taken.has(found)) throw badRequest(`Several observables name the file part ${name}`)
      taken.add(found)
      return found
    },
    // guards: server/test/platform/alert-files.test.ts
    checkTaken(): void {
      const left = files.find((file) => !taken.has(file))
      if (left)
        throw badRequest(
          `No observable names the file part ${left.part}. Add one whose attachment is this name`,
        )
    },
  }
}

export const readNewAlert = (
  input: NewAlertInput,
  observables: readonly NewObservable[],
): NewAlert => ({ ...input, customFields: readNewFields(input), observables })

export const readAlertChange = (input: AlertChangeInput): AlertChange => ({
  ...input,
  customFields: input.customFields === undefined ? undefined : readCustomFields(input.customFields),
  setCustomFields: readDottedFields(input),
})
