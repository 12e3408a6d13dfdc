import type { ValueDetail } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { counted, text } from '../../base/texts/index.ts'
import { ChainLine, Node } from './chain.tsx'
import { Waits } from './waits.tsx'

const few = 6

/** Who has not answered yet. */
export function StillOpen({ value: { running } }: { value: ValueDetail }) {
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
              {analyzerName(analyzer)}{' '}
              {status === 'Waiting' && <Waits running={running} jobId={jobId} isShort />}
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
