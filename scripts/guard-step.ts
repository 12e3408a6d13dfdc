// Step of `npm test -- --all`: breaks the guards that the current change touches (see changed-lines.ts). Each
// of them must be caught. A large change touches more than there is time for; the rest is named.
import { touchedGuards } from './changed-lines.ts'
import { type Guard, nameOf, readMarks } from './guard-marks.ts'
import { type Broken, breakGuards } from './guard-runs.ts'
import type { Tally } from './test-verdict.ts'

/** A minute on two cores. */
const maxTried = 10
const maxMs = 4 * 60_000

export interface GuardStep {
  readonly tally: Tally
  /** For the last lines of the run. */
  readonly leftOut: string | undefined
}

const everything = 'npm run mutate -- --changed'

export async function runGuards(endsAt = Number.POSITIVE_INFINITY): Promise<GuardStep> {
  const { guards, problems } = readMarks()
  const { guards: touched, reason } = touchedGuards(guards)
  console.log(
    reason === undefined
      ? `Guards: this change touches ${touched.length} of ${guards.length}`
      : `Guards: none is broken, ${reason}`,
  )
  const limit = Math.min(Date.now() + maxMs, endsAt)
  const first = await tried(touched.slice(0, maxTried), limit)
  const unclear = first.filter(({ verdict }) => verdict.is === 'error')
  // A busy machine may take too long once.
  const again = await tried(
    unclear.map(({ guard }) => guard),
    limit,
  )
  const verdicts = new Map([...first, ...again].map((broken) => [broken.guard, broken]))
  const caught = [...verdicts.values()].filter(({ verdict }) => verdict.is === 'caught')
  const failed = [...verdicts.values()].flatMap((broken) => describeFailure(broken) ?? [])
  const left = touched.filter((guard) => !verdicts.has(guard))
  for (const { guard } of caught) console.log(`✓ guard ${nameOf(guard)}`)
  for (const name of [...problems, ...failed]) console.log(`✗ ${name}`)
  if (left.length > 0) console.log(`Guards not broken: ${left.map(nameOf).join(', ')}`)
  return {
    tally: {
      passed: caught.length,
      failed: [...problems, ...failed],
      skipped: [],
      unstable: [],
    },
    leftOut:
      left.length === 0
        ? undefined
        : `Left out: ${left.length} of ${touched.length} guards that this change touches, named above. All of them: ${everything}`,
  }
}

const tried = async (guards: readonly Guard[], endsAt: number): Promise<readonly Broken[]> =>
  guards.length === 0 ? [] : breakGuards(guards, { endsAt })

function describeFailure({ guard, verdict }: Broken): string | undefined {
  if (verdict.is === 'caught') return undefined
  const what = verdict.is === 'survived' ? 'no test notices when it is broken' : verdict.why
  return `guard ${nameOf(guard)}: ${what} (${guard.test})`
}
