import type { InputItem, ResponderPolicy } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { useResponders } from '../../../base/data/workers.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { duration } from '../../../base/model/times.ts'
import { useRights } from '../../../base/session/rights.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Fact } from '../../../base/ui/fact.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { RemoveDialog } from '../remove-dialog.tsx'
import { PolicyDialog } from './policy-dialog.tsx'

interface PolicyPartProps {
  responder: {
    readonly id: string
    readonly title: string
    readonly inputItems: readonly InputItem[]
  }
}

const minuteMs = 60_000
const hourMs = 3_600_000

/** What holds for each run of a responder: who approves it, how often, what undoes it. */
export function PolicyPart({ responder }: PolicyPartProps) {
  const { administer } = useRights()
  const { id, title, inputItems } = responder
  const [asked, setAsked] = useState<'edit' | 'remove'>()
  const query = useQuery({
    queryKey: keyOf('policy', id),
    queryFn: ({ signal }) => api.getResponderPolicy({ id }, {}, { signal }),
  })
  const close = () => setAsked(undefined)
  const changed = () => void readAgain(keyOf('policy'), keyOf('responders'))
  return (
    <section className="form-part" aria-label={text('policy.title')}>
      <h3 tabIndex={-1} data-setting="policy">
        {text('policy.title')}
      </h3>
      <Answer query={query}>
        {(policy) => (
          <>
            {policy.isSet ? (
              <PolicyFacts policy={policy} />
            ) : (
              <p className="muted">{text('policy.none')}</p>
            )}
            {administer && (
              <div className="buttons">
                <Button size="small" icon="edit" onClick={() => setAsked('edit')}>
                  {text(policy.isSet ? 'policy.change' : 'policy.set')}
                </Button>
                {policy.isSet && (
                  <Button size="small" kind="quiet" onClick={() => setAsked('remove')}>
                    {text('policy.remove')}
                  </Button>
                )}
              </div>
            )}
            {asked === 'edit' && (
              <PolicyDialog
                policy={policy}
                title={title}
                inputs={inputItems.map(({ name }) => name)}
                onSaved={changed}
                onClose={close}
              />
            )}
          </>
        )}
      </Answer>
      {asked === 'remove' && (
        <RemoveDialog
          title={text('policy.removeTitle', { name: title })}
          done={text('policy.removed', { name: title })}
          onRemove={async () => {
            await api.removeResponderPolicy({ id })
            changed()
          }}
          onClose={close}
        >
          <p>{text('policy.removeEffect')}</p>
        </RemoveDialog>
      )}
      {inputItems.length > 0 && <Inputs items={inputItems} />}
    </section>
  )
}

function PolicyFacts({ policy }: { policy: ResponderPolicy }) {
  const responders = useResponders()
  const { effect, approval, approvers, approvalHours, perHour, maxTargets } = policy
  const { inverse, undoAfterMinutes, dryRun } = policy
  const undoer = responders.data?.find(({ id }) => id === inverse?.responder)
  return (
    <dl className="facts">
      <Fact label={text('policy.effect')}>{text(`policy.effect.${effect}`)}</Fact>
      <Fact label={text('policy.approval')}>
        {text(`policy.approval.${approval}`)}
        {approval !== 'never' &&
          `; ${
            approvers.length === 0
              ? text('policy.anyOther')
              : text('policy.onlyThese', { names: approvers.join(', ') })
          } ${text('policy.within', { time: duration(approvalHours * hourMs) })}`}
      </Fact>
      <Fact label={text('policy.limits')}>
        {[
          perHour !== null && counted('policy.runsPerHour', perHour),
          counted('policy.targets', maxTargets),
        ]
          .filter(Boolean)
          .join(', ')}
      </Fact>
      <Fact label={text('policy.undo')}>
        {inverse
          ? [
              undoer ? analyzerName(undoer.name) : inverse.responder,
              undoAfterMinutes === null
                ? text('brakes.path.byHand')
                : text('brakes.path.after', { time: duration(undoAfterMinutes * minuteMs) }),
            ].join(', ')
          : text('policy.noUndo')}
      </Fact>
      <Fact label={text('policy.dryRun')}>
        {dryRun ? (
          <span className="value">{`${dryRun.parameter} = ${JSON.stringify(dryRun.value)}`}</span>
        ) : (
          text('policy.noDryRun')
        )}
      </Fact>
    </dl>
  )
}

/** Declared by the definition; nothing of it can be changed here. */
function Inputs({ items }: { items: readonly InputItem[] }) {
  return (
    <>
      <h4>{text('policy.inputs')}</h4>
      <dl className="facts">
        {items.map((item) => (
          <Fact key={item.name} label={item.label || item.name}>
            {[
              item.description,
              item.required ? text('policy.required') : text('policy.optional'),
              item.choices?.join(', '),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Fact>
        ))}
      </dl>
    </>
  )
}
