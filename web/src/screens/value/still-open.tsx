import type { JobWaits, ValueDetail } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { counted, text } from '../../base/texts/index.ts'
import { useNow } from '../../base/ui/time.tsx'
import { ChainLine, Node } from './chain.tsx'
import { useWaits } from './use-waits.ts'
import { startsText } from './waits-line.tsx'

const few = 6

/** Who has not answered yet. */
export function StillOpen({ value: { running } }: { value: ValueDetail }) {
  const waits = useWaits(running)
  const now = useNow(1000)
  const open = [...new Map(running.map((job) => [job.analyzer, job])).values()].toSorted(
    (a, b) => Number(a.status === 'Waiting') - Number(b.status === 'Waiting'),
  )
  return (
    <ChainLine label={text('value.stillOpen')}>
      <ul className="value-way">
        {open.slice(0, few).map(({ analyzer, status, jobId }) => (
          <li key={analyzer}>
            <Node
              level={null}
              state={status === 'InProgress' ? 'running' : undefined}
              icon={status === 'InProgress' ? 'status-running' : 'status-waiting'}
            >
              {analyzerName(analyzer)} <Starts waits={waits.get(jobId)} now={now} />
              <span className="visually-hidden">
                {text(status === 'InProgress' ? 'status.InProgress' : 'status.Waiting')}
              </span>
            </Node>
          </li>
        ))}
        {open.length > few && (
          <li className="muted">{counted('value.moreGaps', open.length - few)}</li>
        )}
      </ul>
    </ChainLine>
  )
}

const Starts = ({ waits, now }: { waits: JobWaits | undefined; now: number }) =>
  waits && <span className="muted">{startsText(waits, now)}</span>
