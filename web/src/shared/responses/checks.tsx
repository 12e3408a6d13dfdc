import type { GuardedResponse } from '@assay/contract'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { useChecks, useEarlier, usePolicies } from './brakes.ts'
import { shownEntry } from './words.ts'

const hourMs = 3_600_000

/** What was checked when it was asked for, as it is now; the server does so once more when it is approved. */
export function Checks({ response }: { response: GuardedResponse }) {
  const { responderId, targets, overrides } = response
  const policy = usePolicies([responderId]).policies.get(responderId)
  const isCareful = policy?.isSet === true && policy.effect !== 'inform'
  const checks = useChecks(targets, isCareful)
  const earlier = useEarlier(policy?.perHour ? responderId : undefined)
  const overridden = new Set(overrides.map(({ id }) => id))
  const entry = checks.data
    ?.flatMap(({ protectedBy }) => protectedBy)
    .find(({ id }) => !overridden.has(id))
  const runs = earlier.data?.filter(
    ({ requestedAt, dry }) => !dry && requestedAt > Date.now() - hourMs,
  ).length
  const lines = [
    ...(checks.data
      ? [
          entry
            ? {
                isFine: false,
                words: text('brakes.check.protected', {
                  entry: entry.note || shownEntry(entry),
                }),
              }
            : { isFine: true, words: text('brakes.check.free') },
        ]
      : []),
    ...(runs !== undefined && policy?.perHour
      ? [
          {
            isFine: true,
            words: text('brakes.perHour', { runs, perHour: policy.perHour }),
          },
        ]
      : []),
    { isFine: true, words: text('brakes.check.again') },
  ]
  return (
    <span className="response-checks">
      {lines.map(({ isFine, words }) => (
        <span key={words} data-fine={isFine}>
          <Icon name={isFine ? 'check' : 'shield'} /> {words}
        </span>
      ))}
    </span>
  )
}
