import type { contract, Input } from '@assay/contract'
import { readCustomFields, readDottedFields } from '../../domain/response/custom-fields.ts'
import { given } from '../../domain/response/wire-values.ts'
import { readNewFields } from '../cases/inputs.ts'
import type { PlatformDeps } from '../deps.ts'
import { type NewObservable, readObservableInputs } from '../observables/create.ts'
import type { NewAlert } from './create.ts'
import type { AlertChange } from './update.ts'

type NewAlertInput = Input<typeof contract.createAlert>
type AlertChangeInput = Input<typeof contract.updateAlert>

/** Files among the observables are staged by this: hand them to `write` at once. */
export async function readObservables(
  deps: PlatformDeps,
  organization: string,
  { artifacts = [], observables = [] }: NewAlertInput,
): Promise<NewObservable[]> {
  const inputs = [...artifacts, ...observables].map((input) => ({
    dataType: input.dataType,
    ...given(input, 'data', 'attachment', 'message', 'tlp', 'tags'),
    ...given(input, 'ioc', 'sighted', 'ignoreSimilarity'),
  }))
  return inputs.length === 0 ? [] : await readObservableInputs(deps, organization, inputs)
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
