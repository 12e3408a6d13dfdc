import type { ProtectedEntry } from '../../domain/protection/entries.ts'
import { protecting, targetProblem } from '../../domain/protection/match.ts'
import type { Target } from '../../domain/protection/targets.ts'
import type { EngineDeps } from '../deps.ts'
import type { JobRow } from '../job-rows/store.ts'
import { entriesInEffect } from '../protection/store.ts'
import { publicSuffixes } from '../protection/suffixes.ts'

export interface Stopped {
  readonly target: Target
  readonly entry: ProtectedEntry
}

/** The targets that are protected, each with the first entry that does. */
export async function stoppedTargets(
  deps: Pick<EngineDeps, 'db' | 'config' | 'clock'>,
  organization: string,
  targets: readonly Target[],
): Promise<Stopped[]> {
  if (targets.length === 0) return []
  const entries = await entriesInEffect(deps, organization)
  const isSuffix = await publicSuffixes()
  return targets.flatMap((target) =>
    protecting(entries, target, isSuffix).map((entry) => ({ target, entry })),
  )
}

export const tooWide = (targets: readonly Target[]): string | undefined =>
  targets.map(targetProblem).find((problem) => problem !== undefined)

/** What a file says that is called `ip` or `domain` is not looked at. */
export const isFileOfOtherType = (job: Pick<JobRow, 'attachment_id' | 'data_type'>) =>
  job.attachment_id !== null && job.data_type.toLowerCase() !== 'file'

export const fileOfOtherType =
  'A responder that changes something takes files with the data type file only. Send the observable as data. Nothing was started'

/** Names the entry, and its note. */
export const describeStop = ({ target, entry }: Stopped): string => {
  const shown = target.data.length > 200 ? `${target.data.slice(0, 200)}…` : target.data
  const by = entry.value === '*' ? '' : ` (${entry.kind} ${entry.value})`
  return `${shown} is protected: ${entry.note || 'no note'}${by}`
}
