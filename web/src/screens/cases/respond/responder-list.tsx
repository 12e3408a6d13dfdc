import type { ResponderPolicy } from '@assay/contract'
import { useState } from 'react'
import { isFoundBy } from '../../../base/data/workers.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { aboutOf } from '../../../base/model/question.ts'
import { duration } from '../../../base/model/times.ts'
import { text } from '../../../base/texts/index.ts'
import { Field } from '../../../base/ui/field.tsx'
import type { EngineWorker } from '../../../shared/response/worker-picker.tsx'
import { byEffect } from './fates.ts'

interface ResponderListProps {
  responders: readonly EngineWorker[]
  policies: ReadonlyMap<string, ResponderPolicy>
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** By effect, the strongest first. */
export function ResponderList({ responders, policies, chosen, onChoose }: ResponderListProps) {
  const [wanted, setWanted] = useState('')
  const shown = responders.filter((one) => isFoundBy(one, wanted))
  const groups = byEffect(shown, policies)
  return (
    <>
      <Field
        label={text('cases.filterResponders')}
        name="wanted"
        type="search"
        value={wanted}
        onChange={setWanted}
      />
      {shown.length === 0 && <p className="muted">{text('choices.none')}</p>}
      {groups.map((group) => (
        <fieldset key={group.effect} className="respond-group">
          <legend>{text(`brakes.effect.${group.effect}`)}</legend>
          {group.responders.map((one) => (
            <label key={one.id} className="respond-option">
              <input
                type="radio"
                className="whole-label"
                name="worker"
                value={one.id}
                checked={one.id === chosen}
                onChange={() => onChoose(one.id)}
              />
              <span>
                <span className="respond-name">
                  {analyzerName(one.name)} <span className="muted">{one.version}</span>
                </span>
                <small>
                  {brakesOf(policies.get(one.id)) || aboutOf(one.name, one.description)}
                </small>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  )
}

const minuteMs = 60_000

/** "needs approval, undone after 24 h" */
function brakesOf(policy: ResponderPolicy | undefined): string {
  if (!policy?.isSet) return ''
  const { approval, inverse, undoAfterMinutes } = policy
  return [
    approval === 'always' && text('brakes.needsApproval'),
    inverse &&
      (undoAfterMinutes === null
        ? text('brakes.canBeUndone')
        : text('brakes.undoneAfter', { time: duration(undoAfterMinutes * minuteMs) })),
  ]
    .filter(Boolean)
    .join(', ')
}
