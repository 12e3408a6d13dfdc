import type { ValueHistory, ValueRun } from '@assay/contract'
import { useQueries } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { copyText } from '../../../base/ui/copy.tsx'
import { Icon } from '../../../base/ui/icons.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { VerdictMark } from '../../../base/ui/verdict-mark.tsx'
import { DifferenceList } from './difference-list.tsx'
import { differencesOf } from './differences.ts'
import { type Choice, comparedAt, type Pair } from './runs.ts'

/** Each is a request. */
const maxPairs = 12

interface ComparePanelProps {
  runs: ValueHistory['runs']
  choice: Choice
}

/** What analyzers said at A and at B: reasons, observables that they found, fields of their reports. */
export function ComparePanel({ runs, choice }: ComparePanelProps) {
  const { pairs, onlyAfter, deleted } = comparedAt(runs, choice)
  const sides = (['a', 'b'] as const).map((side) => runs.find(({ id }) => id === choice[side]))
  const names = (all: readonly string[]) => all.map(analyzerName).join(', ')
  return (
    <section className="panel history-compare" aria-labelledby="history-compare">
      <div className="panel-head">
        <h2 id="history-compare">{text('history.compare')}</h2>
        <Button size="small" kind="quiet" onClick={() => void copyText(addressOf(choice))}>
          {text('history.copyLink')}
        </Button>
      </div>
      <div className="history-ab">
        <Side name="A" run={sides[0]} />
        <Icon name="right" />
        <Side name="B" run={sides[1]} />
      </div>
      {pairs.length === 0 ? (
        onlyAfter.length + deleted.length === 0 && (
          <p className="muted history-note">{text('history.noneBetween')}</p>
        )
      ) : (
        <Differ pairs={pairs.slice(0, maxPairs)} />
      )}
      {pairs.length > maxPairs && (
        <p className="muted history-note">{text('history.notAll', { count: maxPairs })}</p>
      )}
      {onlyAfter.length > 0 && (
        <p className="muted history-note">
          {text('history.onlyAfter', { names: names(onlyAfter) })}
        </p>
      )}
      {deleted.length > 0 && (
        <p className="muted history-note">
          {text('history.notCompared', { names: names(deleted) })}
        </p>
      )}
    </section>
  )
}

/** Says both sides, also where they follow from what is newest. */
function addressOf({ a, b }: Choice): string {
  const address = new URL(location.href)
  address.searchParams.set('a', a)
  address.searchParams.set('b', b)
  return address.href
}

function Side({ name, run }: { name: string; run: ValueRun | undefined }) {
  return (
    <div>
      <p>
        <span className="history-side-name">{name}</span>{' '}
        <b>
          <Time at={run?.at} />
        </b>
      </p>
      <VerdictMark level={run?.to ?? null} isPlain />
    </div>
  )
}

function Differ({ pairs }: { pairs: readonly Pair[] }) {
  const queries = useQueries({
    queries: pairs.map(({ before, after }) => ({
      queryKey: keyOf('job', before, 'diff', after),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.diffJobs({ id: before, other: after }, {}, { signal }),
      // Neither report changes any more.
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const open = queries.find(({ data }) => data === undefined)
  if (open) return <Answer query={open}>{() => null}</Answer>
  const all = queries.flatMap(({ data }, index) =>
    data ? [{ analyzer: pairs[index]?.analyzer ?? '', diff: data }] : [],
  )
  const differences = differencesOf(all)
  return (
    <>
      {!differences.isAny && <p className="muted history-note">{text('history.noDifference')}</p>}
      <DifferenceList differences={differences} />
      {differences.isCut && <p className="muted history-note">{text('history.cutReports')}</p>}
      <p className="history-same-fields">
        <b>{counted('history.sameFields', differences.sameFields)}</b>{' '}
        <span className="muted">{text('history.ignored')}</span>
      </p>
    </>
  )
}
