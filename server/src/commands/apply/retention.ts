import type { Client, contract, Retention } from '@assay/contract'
import type { TenantOrganization } from './tenancy.ts'

type Api = Pick<
  Client<typeof contract>,
  'currentUser' | 'getRetention' | 'previewRetention' | 'updateRetention'
>

export interface ApplyRetention {
  /** What differs, in words; nothing when it is as it should be. */
  readonly changes: readonly string[]
  apply(): Promise<unknown>
}

/** Undefined when the file says nothing about it. Looks first: what the server would refuse changes nothing. */
export async function retentionFor(
  root: Api,
  id: string,
  wanted: TenantOrganization['retention'],
  isThere: boolean,
): Promise<ApplyRetention | undefined> {
  if (!wanted) return undefined
  const { jobDays } = wanted
  // One that is not there yet has the limits of all others.
  const whose = isThere ? id : (await root.currentUser()).organization
  const known = await root.getRetention({ id: whose })
  refuseBeyond(known.limits, jobDays)
  const apply = async () =>
    jobDays === null && !isThere ? undefined : root.updateRetention({ id }, { jobDays })
  if (!isThere || known.jobDays === jobDays) return { changes: [], apply }
  const { jobs, isComplete } = await root.previewRetention(
    { id },
    jobDays === null ? {} : { jobDays },
  )
  const removed =
    jobDays === null || jobs === 0 ? '' : `; ${isComplete ? '' : 'at least '}${jobs} jobs are older`
  return {
    changes: [`retention.jobDays (${inWords(known.jobDays)} → ${inWords(jobDays)}${removed})`],
    apply,
  }
}

function refuseBeyond({ minDays, maxDays }: Retention['limits'], days: number | null): void {
  if (days === null) return
  const isTooLong = maxDays > 0 && (days === 0 || days > maxDays)
  const isTooShort = days > 0 && days < minDays
  if (isTooLong || isTooShort)
    throw new Error(
      `retention.jobDays must be ${maxDays > 0 ? `from ${minDays} to ${maxDays}` : `at least ${minDays}, or 0 to keep all jobs`}: ` +
        'limited by the server settings',
    )
}

const inWords = (days: number | null) =>
  days === null ? 'server default' : days === 0 ? 'forever' : String(days)
