import type { Client, ClockPolicy, contract } from '@assay/contract'
import { clockName, type TenantClock, type TenantOrganization } from './tenancy.ts'

type Api = Pick<
  Client<typeof contract>,
  'createClockPolicy' | 'listClockPolicies' | 'updateClockPolicy'
>

/** One clock policy of a file: what is different, and how it is made so. */
export interface ClockStepToApply {
  readonly what: string
  readonly changes: 'new' | readonly string[]
  act(): Promise<unknown>
}

/** What the file says of clock policies, new ones at the end; without an administrator there is nothing yet. */
export async function clockSteps(
  admin: Api | undefined,
  { name, clocks = [] }: TenantOrganization,
  differences: (known: object, wanted: object) => string[],
): Promise<ClockStepToApply[]> {
  if (clocks.length === 0) return []
  const listed = (await admin?.listClockPolicies()) ?? []
  return clocks.map((clock) => {
    const what = `clock policy ${clockName(clock)} of ${name}`
    const known = listed.find((one) => clockName(one) === clockName(clock))
    if (!known) return { what, changes: 'new', act: async () => admin?.createClockPolicy(clock) }
    return {
      what,
      changes: differences(comparable(known), comparable(clock)),
      act: async () => admin?.updateClockPolicy({ id: known.id }, comparable(clock)),
    }
  })
}

/** What the file leaves out stays. */
const comparable = ({ minutes, warnAt, escalateTo }: TenantClock | ClockPolicy) => ({
  minutes,
  ...(warnAt !== undefined && { warnAt }),
  ...(escalateTo != null && { escalateTo: escalateTo.toLowerCase() }),
})
