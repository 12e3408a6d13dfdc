import type { Rule } from '@assay/contract'
import { type KeyboardEvent, useState } from 'react'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { moved, movedBefore } from '../../../base/model/order.ts'
import { ago, dateAndHour } from '../../../base/model/times.ts'
import { Link } from '../../../base/routing/link.tsx'
import { navigate } from '../../../base/routing/location.ts'
import { useRights } from '../../../base/session/rights.ts'
import { counted, formatNumber, text } from '../../../base/texts/index.ts'
import { announce } from '../../../base/ui/announcer.tsx'
import { Menu } from '../../../base/ui/menu.tsx'
import { Segments } from '../../../base/ui/segments.tsx'
import { useNow } from '../../../base/ui/time.tsx'
import { rulesChanged } from '../../../shared/rules/data.ts'
import { newRulePath, rulePath, runsPath } from '../../../shared/rules/paths.ts'
import { RuleWords } from '../../../shared/rules/sentence.tsx'
import { StateMark } from '../../../shared/rules/state-mark.tsx'
import { rulePieces, sentence, stateWord } from '../../../shared/rules/words.ts'
import { RemoveDialog } from '../remove-dialog.tsx'

interface RuleListProps {
  rules: readonly Rule[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Rules by dragging, or with Alt and the arrow keys. */
export function RuleList({ rules, chosen, onChoose }: RuleListProps) {
  const { administer } = useRights()
  const [dragged, setDragged] = useState<string>()
  /** As it was dropped, until the server has answered. */
  const [order, setOrder] = useState<readonly string[]>()
  const [removed, setRemoved] = useState<Rule>()
  const ids = order ?? rules.map(({ id }) => id)
  const shown = ids.flatMap((id) => rules.find((rule) => rule.id === id) ?? [])

  async function put(next: readonly string[], id: string) {
    if (next.every((one, index) => one === ids[index])) return
    setOrder(next)
    const done = await attempt(() => api.orderRules({ ids: [...next] }))
    await rulesChanged()
    setOrder(undefined)
    const name = rules.find((rule) => rule.id === id)?.name ?? ''
    if (done) announce(text('rules.moved', { name, position: next.indexOf(id) + 1 }))
  }

  return (
    <section className="panel rule-list">
      <div className="panel-head">
        <h2>
          {text('rules.title')} <span className="tab-count">{formatNumber(rules.length)}</span>
        </h2>
        <p className="muted small">{text('rules.order')}</p>
      </div>
      <ol>
        {shown.map((rule, index) => (
          <li
            key={rule.id}
            className="rule"
            data-chosen={(administer && rule.id === chosen) || undefined}
            data-dragged={dragged === rule.id || undefined}
            draggable={administer}
            onDragStart={() => setDragged(rule.id)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={() => dragged && void put(movedBefore(ids, dragged, rule.id), dragged)}
          >
            {administer ? <span className="grip" aria-hidden="true" /> : <span />}
            <span className="rule-number number">{index + 1}</span>
            <RuleRow
              rule={rule}
              isChosen={rule.id === chosen}
              onChoose={() => onChoose(rule.id)}
              onMove={(by) => void put(moved(ids, rule.id, by), rule.id)}
              place={{ isFirst: index === 0, isLast: index === shown.length - 1 }}
              onRemove={() => setRemoved(rule)}
            />
          </li>
        ))}
      </ol>
      {removed && (
        <RemoveDialog
          title={text('rules.deleteTitle', { name: removed.name })}
          done={text('rules.deleted', { name: removed.name })}
          onRemove={async () => {
            await api.deleteRule({ id: removed.id })
            await rulesChanged()
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{text('rules.deleteEffect')}</p>
        </RemoveDialog>
      )}
    </section>
  )
}

interface RuleRowProps {
  rule: Rule
  isChosen: boolean
  onChoose: () => void
  onMove: (by: -1 | 1) => void
  place: { isFirst: boolean; isLast: boolean }
  onRemove: () => void
}

function RuleRow({ rule, isChosen, onChoose, onMove, place, onRemove }: RuleRowProps) {
  const { administer } = useRights()
  const { id, name, state } = rule
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <div className="rule-body">
      <div className="rule-head">
        {administer ? (
          <h3>
            <button
              type="button"
              className="rule-name"
              aria-pressed={isChosen}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              title={text('rules.moveHint')}
              onClick={onChoose}
              onKeyDown={press}
            >
              {name}
            </button>
          </h3>
        ) : (
          <h3 className="rule-name">{name}</h3>
        )}
        {state === 'stopped' || !administer ? (
          <StateMark state={state} />
        ) : (
          <StateSwitch rule={rule} />
        )}
        {administer && (
          <Menu
            label={text('rules.more', { name })}
            name={text('rules.more', { name })}
            button={{ icon: 'more', iconOnly: true, kind: 'quiet', size: 'small' }}
            items={[
              { label: text('rules.edit'), icon: 'edit', onSelect: () => navigate(rulePath(id)) },
              {
                label: text('rules.copy'),
                icon: 'copy',
                onSelect: () => navigate(newRulePath({ copy: id })),
              },
              {
                label: text('rules.moveUp'),
                icon: 'up',
                unavailable: place.isFirst && text('rules.isFirst'),
                onSelect: () => onMove(-1),
              },
              {
                label: text('rules.moveDown'),
                icon: 'down',
                unavailable: place.isLast && text('rules.isLast'),
                onSelect: () => onMove(1),
              },
              {
                label: text('rules.look'),
                icon: 'jobs',
                onSelect: () => navigate(runsPath({ rule: id })),
              },
              { label: text('rules.delete'), icon: 'trash', kind: 'danger', onSelect: onRemove },
            ]}
          />
        )}
      </div>
      <p className="rule-sentence">
        <RuleWords parts={rulePieces(rule.reads)} />
      </p>
      {state === 'stopped' && <Stopped rule={rule} />}
      <Meta rule={rule} />
    </div>
  )
}

const states = ['off', 'trial', 'on'] as const

export function StateSwitch({ rule: { id, name, state } }: { rule: Rule }) {
  /** As it was chosen, until the server has answered. */
  const [wanted, setWanted] = useState<(typeof states)[number]>()
  async function choose(next: (typeof states)[number]) {
    setWanted(next)
    const done = await attempt(() => api.updateRule({ id }, { state: next }))
    await rulesChanged()
    setWanted(undefined)
    if (done) announce(text('rules.stateSaved', { name, state: stateWord(next) }))
  }
  const value = wanted ?? (state === 'stopped' ? 'off' : state)
  return (
    <span className="rule-switch" data-state={value}>
      <Segments
        label={text('rules.state', { name })}
        value={value}
        options={states.map((one) => ({ value: one, label: stateWord(one) }))}
        onChange={(next) => void choose(next)}
      />
    </span>
  )
}

function Stopped({ rule: { id, stopped, stoppedAt, missed } }: { rule: Rule }) {
  const { administer } = useRights()
  const resume = async () => {
    await api.updateRule({ id }, { state: 'on' })
    await rulesChanged()
  }
  return (
    <>
      <p className="rule-stopped small">
        {text('rules.stoppedAt', {
          at: stoppedAt === null ? '' : dateAndHour(stoppedAt),
          reason: stopped ? sentence(stopped) : '',
        })}{' '}
        <Link to={runsPath({ rule: id })}>{text('rules.look')}</Link>
        {administer && (
          <>
            {' · '}
            <button type="button" className="link-button" onClick={() => void attempt(resume)}>
              {text('rules.resumeRule')}
            </button>
          </>
        )}
      </p>
      {missed > 0 && <p className="muted rule-meta">{counted('rules.missed', missed)}</p>}
    </>
  )
}

/** Runs, when the last one was, and limits. */
function Meta({ rule }: { rule: Rule }) {
  const now = useNow()
  const { runs, lastRunAt, state, reads, budget } = rule
  const limits = reads.filter(({ id }) => id === 'limit.expires')
  const parts = [
    counted(state === 'trial' ? 'rules.trialRuns' : 'rules.runs', runs),
    lastRunAt === null ? '' : text('rules.lastRun', { ago: ago(lastRunAt, now) }),
    text('rule.limit.runs', { count: budget.runsPerHour }),
    ...limits.map(sentence),
  ]
  return <p className="muted rule-meta">{parts.filter(Boolean).join(' · ')}</p>
}
