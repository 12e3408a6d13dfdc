import type { Worker } from '@assay/contract'
import { openNewAnalysis } from '../analysis/draft.ts'
import { text } from '../texts/index.ts'
import { typeName } from './type-name.ts'

interface TypeChipsProps {
  worker: Worker
  /** The rest is counted. */
  max?: number
}

/** What a worker takes; of an analyzer each type is a way to run it. */
export function TypeChips({ worker, max = Number.POSITIVE_INFINITY }: TypeChipsProps) {
  const { dataTypeList: types, name, type: kind } = worker
  return (
    <ul className="type-chips" aria-label={text('catalogue.types')}>
      {types.slice(0, max).map((type) => (
        <li key={type}>
          {kind === 'analyzer' ? (
            <button
              type="button"
              className="type-button"
              aria-label={text('catalogue.runOn', { name, type })}
              onClick={() => openNewAnalysis({ analyzerIds: [worker.id], dataType: type })}
            >
              {type}
            </button>
          ) : (
            <span className="type-chip">{typeName(type)}</span>
          )}
        </li>
      ))}
      {types.length > max && (
        <li className="muted">{text('marks.more', { count: types.length - max })}</li>
      )}
    </ul>
  )
}
