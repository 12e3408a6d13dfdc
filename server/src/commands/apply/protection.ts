import type { Client, contract } from '@assay/contract'
import { readEntry } from '../../domain/protection/entries.ts'
import type { TenantOrganization } from './tenancy.ts'

type Api = Pick<
  Client<typeof contract>,
  | 'createProtectedValue'
  | 'getResponderPolicy'
  | 'listProtectedValues'
  | 'listResponders'
  | 'setResponderPolicy'
  | 'updateProtectedValue'
>

/** One object of a file: what is different, and how it is made so. */
export interface ProtectionStep {
  readonly what: string
  readonly changes: 'new' | readonly string[]
  act(): Promise<unknown>
}

type Differences = (known: object, wanted: object) => string[]

/** What the file says of protected observables; without an administrator there is nothing yet. */
export async function protectedSteps(
  admin: Api | undefined,
  { name, protected: wanted = [] }: TenantOrganization,
  differences: Differences,
): Promise<ProtectionStep[]> {
  if (wanted.length === 0) return []
  const listed = (await admin?.listProtectedValues()) ?? []
  return wanted.map((entry) => {
    const what = `protected ${entry.kind} ${entry.value} of ${name}`
    const read = readEntry(entry.kind, entry.value)
    if ('problem' in read) throw new Error(`${what}: ${read.problem}`)
    const known = listed.find(
      ({ scope, kind, value }) =>
        scope === 'organization' && kind === entry.kind && value === read.value,
    )
    if (!known) return { what, changes: 'new', act: async () => admin?.createProtectedValue(entry) }
    const { id } = known
    const { note, expiresAt } = entry
    const change = {
      ...(note !== undefined && { note }),
      ...(expiresAt !== undefined && { expiresAt }),
    }
    return {
      what,
      changes: differences(known, change),
      act: async () => admin?.updateProtectedValue({ id }, change),
    }
  })
}

/** Policies name responders as the file does; omitted attributes have their initial values. */
export async function policySteps(
  admin: Api | undefined,
  { name, policies = [] }: TenantOrganization,
  differences: Differences,
): Promise<ProtectionStep[]> {
  if (policies.length === 0) return []
  const { rows } = (await admin?.listResponders({ range: 'all' })) ?? { rows: [] }
  const idOf = (responder: string) => rows.find((worker) => worker.name === responder)?.id
  const steps: ProtectionStep[] = []
  for (const { responder, inverse, ...rest } of policies) {
    const what = `policy of the responder ${responder} of ${name}`
    const id = idOf(responder)
    // In a dry run the responder may not be there yet.
    if (!admin || id === undefined) {
      steps.push({ what, changes: 'new', act: () => missing(what, responder) })
      continue
    }
    const undoneBy = inverse ? idOf(inverse.responder) : undefined
    const wanted = {
      ...rest,
      ...(inverse && { inverse: { ...inverse, responder: undoneBy ?? inverse.responder } }),
    }
    const known = await admin.getResponderPolicy({ id })
    const { responderId: _, isSet, updatedAt: _at, updatedBy: _by, ...rules } = known
    steps.push({
      what,
      changes: isSet ? differences(rules, wanted) : 'new',
      // What the file does not name stays.
      act: () => admin.setResponderPolicy({ id }, { ...(isSet ? rules : {}), ...wanted }),
    })
  }
  return steps
}

const missing = (what: string, responder: string) =>
  Promise.reject(new Error(`${what}: no responder ${responder} in this organization`))
