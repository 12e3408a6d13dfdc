import type { SimilarCase } from '@assay/contract'
import { counted, text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { Observable, valuePath } from '../../base/ui/observable.tsx'

/** The rarest shared value says most, so it is visible; the others are one click away. */
export function SimilarReasons({ similar }: { similar: SimilarCase }) {
  const { observables } = similar.extraData
  const [rarest] = observables
  if (!rarest) return null
  return (
    <details className="similar-reasons">
      <summary>
        {text('response.why', {
          what: counted('response.sharedValues', similar.similarObservableCount),
        })}{' '}
        {counted('response.heldBy', rarest.count)}
      </summary>
      <ul>
        {observables.map((one) => (
          <li key={one._id}>
            <SharedValue shared={one} />
            {one.ioc && (
              <span className="ioc">
                <Icon name="star" />
                {text('response.ioc')}
              </span>
            )}
            <span className="muted">{counted('response.inCases', one.count)}</span>
          </li>
        ))}
      </ul>
      {similar.similarObservableCount > observables.length && (
        <p className="muted">
          {text('marks.more', { count: similar.similarObservableCount - observables.length })}
        </p>
      )}
    </details>
  )
}

type Shared = SimilarCase['extraData']['observables'][number]

function SharedValue({ shared: { dataType, data, attachment } }: { shared: Shared }) {
  if (attachment) return <Observable observed={{ dataType, data: attachment.name }} />
  return <Observable observed={{ dataType, data }} to={valuePath({ dataType, data })} />
}
