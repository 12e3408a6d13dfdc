import type { Chance } from './chance.ts'
import { type DemoObservable, isFile } from './observables.ts'

const timeUp = 'Timed out after 30 seconds'

export const failedAfterMs = (failure: string) => (failure === timeUp ? 30_000 : 3_050)

/** Nothing for most jobs. What can go wrong on a machine that is otherwise well. */
export function failureOf(chance: Chance, name: string): string | undefined {
  const rate = name === 'Assay_Yara' ? 0.1 : 0.015
  if (chance.next() >= rate) return undefined
  return name === 'Assay_Yara'
    ? chance.pick([timeUp, 'Stopped: memory limit of 256 MB exceeded'])
    : timeUp
}

/** Lookups that would query an external service, which does not respond: the demo contacts none. */
export function networkFailure(
  chance: Chance,
  observable: DemoObservable,
): { name: string; failure: string }[] {
  if (isFile(observable) || !['domain', 'fqdn'].includes(observable.dataType)) return []
  return [
    chance.pick([
      {
        name: 'Assay_Dns',
        failure: `Name servers failed for ${observable.data}: no response within 3 s`,
      },
      {
        name: 'Assay_Dns',
        failure: `Name servers failed for ${observable.data}: query refused`,
      },
      {
        name: 'Assay_Rdap',
        failure: 'RDAP server rate limit reached. Try again later',
      },
      { name: 'Assay_Rdap', failure: 'The RDAP server returned status 503' },
    ]),
  ]
}
