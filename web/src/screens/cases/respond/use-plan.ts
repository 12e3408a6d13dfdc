import { useState } from 'react'
import { useSession } from '../../../base/session/session.ts'
import type { EngineWorker } from '../../../shared/response/worker-picker.tsx'
import { useChecks, useEarlier, usePolicies } from '../../../shared/responses/brakes.ts'
import type { Target } from '../actions/data.ts'
import { type Acted, asksFirst, type Fate, fateOf, isCareful, recentRuns } from './fates.ts'
import { type Drafts, firstDrafts, namedTargets, readInputs } from './inputs.ts'
import { type Subject, useSubjects } from './subject.ts'

/** A longer text is no address; the server judges it. */
const maxCheckedLength = 16_384

export interface Line {
  readonly id: string
  readonly shown: string
  readonly fate: Fate
}

/** What the chosen responder would do, as the server would judge it now. */
export function usePlan(
  targets: readonly Target[],
  offered: readonly EngineWorker[],
  chosen: EngineWorker | undefined,
) {
  const { user } = useSession()
  const brakes = usePolicies(offered.map(({ id }) => id))
  const subjects = useSubjects(targets)
  const [edited, setEdited] = useState<Readonly<Record<string, Drafts>>>({})
  const id = chosen?.id
  const policy = id === undefined ? undefined : brakes.policies.get(id)
  const items = brakes.workers.find((worker) => worker.id === id)?.inputItems ?? []
  const prefills = { ...subjects.data?.prefills, 'user.login': user.id }
  const drafts: Drafts = { ...firstDrafts(items, prefills), ...edited[id ?? ''] }
  const read = readInputs(items, drafts)
  const named = namedTargets(items, read.parameters)
  const all = subjects.data?.subjects ?? []
  const acted = distinct([...all.flatMap(({ rows }) => rows.flatMap((row) => row.acted)), ...named])
  const checks = useChecks(acted, isCareful(policy))
  const earlier = useEarlier(policy?.isSet ? id : undefined)
  const known = { policy, checks: checks.data ?? [], earlier: earlier.data ?? [] }
  const linesOf = ({ rows }: Subject): Line[] =>
    rows.map((row) => ({ id: row.id, shown: row.shown, fate: fateOf(row.acted, known) }))
  const inputLines = named.map((one) => ({
    id: `input ${one.data}`,
    shown: one.data,
    fate: fateOf([one], { ...known, earlier: [] }),
  }))
  const maxTargets = policy?.isSet ? policy.maxTargets : undefined
  const isTooMany = ({ rows }: Subject) =>
    maxTargets !== undefined && rows.flatMap((row) => row.acted).length + named.length > maxTargets
  const isSent = (subject: Subject) =>
    [...linesOf(subject), ...inputLines].every(({ fate }) => !isStopped(fate)) &&
    !isTooMany(subject)
  return {
    brakes,
    policy,
    items,
    drafts,
    read,
    edit: (change: Drafts) =>
      id !== undefined &&
      setEdited((present) => ({ ...present, [id]: { ...present[id], ...change } })),
    asks: asksFirst(policy),
    lines: [...all.flatMap(linesOf), ...inputLines.filter(({ fate }) => isStopped(fate))],
    more: subjects.data?.more ?? 0,
    /** What the server would not refuse; without an answer all of them: it checks again. */
    sent: subjects.data ? all.filter(isSent).map(({ target }) => target) : targets,
    tooMany: all.some(isTooMany) ? maxTargets : undefined,
    used: policy?.perHour
      ? { perHour: policy.perHour, runs: recentRuns(known.earlier, Date.now()) }
      : undefined,
    isLoading:
      brakes.isLoading ||
      subjects.isLoading ||
      checks.isLoading ||
      (earlier.isLoading && isCareful(policy)),
    /** The preview is not complete; the server checks all the same. */
    isUnchecked: [subjects, checks, earlier].some(({ isError, data }) => isError && !data),
  }
}

export type Plan = ReturnType<typeof usePlan>

export const isStopped = ({ kind }: Fate) => kind === 'refused' || kind === 'unfit'

function distinct(acted: readonly Acted[]): Acted[] {
  const found = new Map(acted.map((one) => [`${one.dataType} ${one.data}`, one]))
  return [...found.values()].filter(
    ({ data }) => data.length > 0 && data.length <= maxCheckedLength,
  )
}
