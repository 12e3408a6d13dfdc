import './worker-picker.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isFoundBy } from '../../base/data/workers.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { aboutOf } from '../../base/model/question.ts'
import { text } from '../../base/texts/index.ts'
import { Field } from '../../base/ui/field.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { toggled } from '../../base/ui/table.tsx'

/** An analyzer or a responder of an engine server. */
export interface EngineWorker {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly description: string
  readonly engineIds: readonly string[]
}

interface WorkerPickerProps<W extends EngineWorker> {
  query: UseQueryResult<unknown>
  /** Those that can be chosen from. */
  workers: readonly W[]
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
  /** Choosing one replaces the other. */
  isSingle?: boolean
  /** Of the list, for screen readers. */
  legend: string
  filterLabel: string
  none: ReactNode
  /** More to do with those that the filter shows. */
  tools?: (shown: readonly W[]) => ReactNode
}

/** Analyzers or responders to choose from, narrowed down by what is typed. */
export function WorkerPicker<W extends EngineWorker>(props: WorkerPickerProps<W>) {
  const { query, workers, chosen, onChange, isSingle, legend, filterLabel, none, tools } = props
  const [wanted, setWanted] = useState('')
  const shown = workers.filter((worker) => isFoundBy(worker, wanted))
  return (
    <Answer query={query}>
      {() =>
        workers.length === 0 ? (
          none
        ) : (
          <>
            <Field
              label={filterLabel}
              name="wanted"
              type="search"
              value={wanted}
              onChange={setWanted}
            />
            {tools?.(shown)}
            {shown.length === 0 ? (
              <p className="muted">{text('choices.none')}</p>
            ) : (
              <fieldset className="option-list">
                <legend className="visually-hidden">{legend}</legend>
                {shown.map(({ id, name, version, description }) => (
                  <label key={id} className="option">
                    <input
                      type={isSingle ? 'radio' : 'checkbox'}
                      name="worker"
                      value={id}
                      checked={chosen.has(id)}
                      onChange={() => onChange(isSingle ? new Set([id]) : toggled(chosen, id))}
                    />
                    <span>
                      <span className="option-name">
                        {analyzerName(name)} <span className="muted">{version}</span>
                      </span>
                      {description && <small>{aboutOf(name, description)}</small>}
                    </span>
                  </label>
                ))}
              </fieldset>
            )}
          </>
        )
      }
    </Answer>
  )
}
