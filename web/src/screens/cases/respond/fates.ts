import type {
  GuardedResponse,
  ProtectedValue,
  ProtectionCheck,
  ResponderPolicy,
} from '@assay/contract'
import { type Acted, isSame } from '../../../shared/responses/words.ts'

export type { Acted } from '../../../shared/responses/words.ts'

/** What becomes of one target. */
export type Fate =
  | { readonly kind: 'refused'; readonly entry: ProtectedValue }
  | { readonly kind: 'unfit'; readonly problem: string }
  /** In effect already; its end moves if it has one. */
  | { readonly kind: 'again'; readonly response: GuardedResponse }
  | { readonly kind: 'run' }

export interface Known {
  readonly policy: ResponderPolicy | undefined
  readonly checks: readonly ProtectionCheck[]
  /** Earlier runs of this responder. */
  readonly earlier: readonly GuardedResponse[]
}

/** Only what changes something is refused on protected observables. */
export const isCareful = (policy: ResponderPolicy | undefined): boolean =>
  policy?.isSet === true && policy.effect !== 'inform'

export const asksFirst = (policy: ResponderPolicy | undefined): boolean =>
  policy?.isSet === true && policy.approval === 'always'

/** A file is one target with several hashes: one that is protected protects it. */
export function fateOf(acted: readonly Acted[], { policy, checks, earlier }: Known): Fate {
  if (isCareful(policy)) {
    const own = checks.filter((check) => acted.some((one) => isSame(one, check)))
    const entry = own.flatMap(({ protectedBy }) => protectedBy).find(({ enabled }) => enabled)
    if (entry) return { kind: 'refused', entry }
    const problem = own.find((check) => check.problem !== undefined)?.problem
    if (problem !== undefined) return { kind: 'unfit', problem }
  }
  const response = earlier.find(
    (one) =>
      isInEffect(one) &&
      one.targetCount === acted.length &&
      acted.every((it) => one.targets.some((target) => isSame(it, target))),
  )
  return response ? { kind: 'again', response } : { kind: 'run' }
}

/** Done, with an end that is still ahead. */
const isInEffect = ({ state, undoState }: GuardedResponse) =>
  state === 'done' && (undoState === 'planned' || undoState === 'paused')

const hourMs = 3_600_000

/** How many of its runs of the last hour count for the hourly limit. */
export const recentRuns = (earlier: readonly GuardedResponse[], now: number): number =>
  earlier.filter(({ requestedAt, dry }) => !dry && requestedAt > now - hourMs).length

export const effects = ['contain', 'change', 'inform', 'none'] as const
export type Effect = (typeof effects)[number]

/** Responders by what they do; those without a policy at the end. */
export function byEffect<W extends { readonly id: string }>(
  responders: readonly W[],
  policies: ReadonlyMap<string, ResponderPolicy>,
): { effect: Effect; responders: W[] }[] {
  const effectOf = ({ id }: W): Effect => {
    const policy = policies.get(id)
    return policy?.isSet ? policy.effect : 'none'
  }
  return effects
    .map((effect) => ({
      effect,
      responders: responders.filter((one) => effectOf(one) === effect),
    }))
    .filter((group) => group.responders.length > 0)
}
