import { ApiError, type CaseStatusV1, type Client, type contract } from '@assay/contract'
import type { TenantOrganization } from './tenancy.ts'

type Api = Pick<Client<typeof contract>, 'createCaseStatus' | 'getCaseStatus' | 'updateCaseStatus'>

/** One case status of a file: what is different, and how it is made so. */
export interface StatusStep {
  readonly what: string
  readonly changes: 'new' | readonly string[]
  act(): Promise<unknown>
}

/** What the file says of case statuses, which pause clocks; without an administrator there is nothing yet. */
export async function caseStatusSteps(
  admin: Api | undefined,
  { name, caseStatuses = [] }: TenantOrganization,
  differences: (known: object, wanted: object) => string[],
): Promise<StatusStep[]> {
  const steps: StatusStep[] = []
  for (const status of caseStatuses) {
    const what = `case status ${status.value} of ${name}`
    const known = admin && (await statusOf(admin, status.value))
    if (!known) {
      steps.push({ what, changes: 'new', act: async () => admin?.createCaseStatus(status) })
      continue
    }
    const { order, pauses, stage } = status
    if (stage !== known.stage)
      throw new Error(
        `${what}: its stage is ${known.stage} and cannot be changed. No further changes were made`,
      )
    const wanted = {
      ...(order !== undefined && { order }),
      ...(pauses !== undefined && { pauses }),
    }
    steps.push({
      what,
      changes: differences(known, wanted),
      act: () => admin.updateCaseStatus({ id: known._id }, wanted),
    })
  }
  return steps
}

async function statusOf(admin: Api, id: string): Promise<CaseStatusV1 | undefined> {
  try {
    return await admin.getCaseStatus({ id })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
