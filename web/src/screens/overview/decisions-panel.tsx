import { lazy, Suspense, useState } from 'react'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangText } from '../../base/model/defang.ts'
import { said } from '../../base/model/said.ts'
import { shortTime } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { counted, formatNumber, loadTexts, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Names } from '../../base/ui/names.tsx'
import { nextRow } from '../../base/ui/next-row.ts'
import { valuePath } from '../../base/ui/observable.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { shownValueOf } from '../investigation/shown.ts'
import { Row, RowLink } from './decision-row.tsx'
import { jobsBehind } from './links.ts'
import { reopen } from './reopen.ts'
import { ProviderRow, ResponseRow } from './response-rows.tsx'
import type { Decision } from './use-decisions.ts'

const few = 5

/** Few rules are stopped, and their sentences have texts of their own. */
const RuleRow = lazy(async () => {
  const [{ RuleRow: row }] = await Promise.all([import('./rule-row.tsx'), loadTexts(['rules'])])
  return { default: row }
})

/** What only people can decide; it is drawn for those who can, and not at all while nothing waits. */
export function DecisionsPanel({ decisions }: { decisions: readonly Decision[] }) {
  const [isWhole, setWhole] = useState(false)
  if (decisions.length === 0) return null
  const shown = isWhole ? decisions : decisions.slice(0, few)
  const more = decisions.length - shown.length
  return (
    <section className="panel overview-waiting" aria-label={text('overview.waiting')}>
      <div className="panel-head">
        <h2>
          {text('overview.waiting')}{' '}
          <span className="tab-count">{formatNumber(decisions.length)}</span>
        </h2>
      </div>
      <ul>
        {shown.map((decision) => (
          <DecisionRow key={idOf(decision)} decision={decision} />
        ))}
      </ul>
      {more > 0 && (
        <Button kind="quiet" size="small" onClick={() => setWhole(true)}>
          {counted('overview.moreWaiting', more)}
        </Button>
      )}
    </section>
  )
}

function idOf(decision: Decision): string {
  switch (decision.kind) {
    case 'changed':
      return `changed ${decision.change.value.dataType} ${decision.change.value.hash ?? decision.change.value.data}`
    case 'case':
      return `case ${decision.row._id}`
    case 'task':
      return `task ${decision.task.id}`
    case 'alerts':
      return 'alerts'
    case 'budget':
      return `budget ${decision.quota.workerId}`
    case 'response':
      return `response ${decision.response.id}`
    case 'rule':
      return `rule ${decision.rule.id}`
    case 'provider':
      return `provider ${decision.budget.id}`
  }
}

function DecisionRow({ decision }: { decision: Decision }) {
  const id = idOf(decision)
  switch (decision.kind) {
    case 'changed':
      return <ChangedRow id={id} {...decision.change} />
    case 'case':
      return <CaseRow id={id} row={decision.row} />
    case 'task':
      return <TaskRow id={id} task={decision.task} />
    case 'alerts':
      return <AlertsRow id={id} waiting={decision.waiting} />
    case 'budget':
      return <BudgetRow id={id} quota={decision.quota} />
    case 'response':
      return <ResponseRow id={id} response={decision.response} />
    case 'rule':
      return (
        <Suspense>
          <RuleRow id={id} rule={decision.rule} />
        </Suspense>
      )
    case 'provider':
      return <ProviderRow id={id} budget={decision.budget} />
  }
}

type Of<Kind extends Decision['kind']> = Extract<Decision, { kind: Kind }>

function ChangedRow({ id, value }: { id: string } & Of<'changed'>['change']) {
  const [one] = value.cases
  if (!one) return null
  const number = String(one.number)
  const [reason] = value.reasons
  return (
    <Row
      id={id}
      tone={value.level === 'malicious' ? 'danger' : 'warn'}
      icon={value.level === 'malicious' ? 'level-malicious' : 'level-suspicious'}
      label={text('overview.waiting.changed')}
      title={
        <>
          <Link to={valuePath(value)} className="value">
            {shownValueOf(value)}
          </Link>{' '}
          {text('overview.waiting.inClosed')}{' '}
          <Link to={path`/cases/${one.id}`} title={defangText(one.title)}>
            #{number}
          </Link>{' '}
          <span className="overview-move">
            <VerdictMark level={value.previousLevel ?? null} isPlain />{' '}
            <span aria-hidden="true">→</span> <VerdictMark level={value.level} isPlain />
          </span>
        </>
      }
      why={reason && <Names in={said(reason)} />}
      since={value.changedAt}
      actions={
        <>
          <RowLink
            to={`${valuePath(value)}&history=1`}
            label={text('overview.compare')}
            of={shownValueOf(value)}
          />
          <Button size="small" icon="case" onClick={() => void reopenAndGoOn(one)}>
            {text('overview.reopen', { number })}
          </Button>
        </>
      }
    />
  )
}

async function reopenAndGoOn(one: { id: string; number: number }): Promise<void> {
  const goOn = nextRow()
  if (await reopen(one)) goOn()
}

function CaseRow({ id, row }: { id: string; row: Of<'case'>['row'] }) {
  const { dueDate, dueReason } = row
  const isLate = dueDate !== undefined && dueDate < Date.now()
  const to = path`/cases/${row._id}`
  return (
    <Row
      id={id}
      tone={isLate ? 'danger' : 'warn'}
      icon="case"
      label={text(isLate ? 'overview.waiting.lateCase' : 'overview.waiting.dueCase')}
      title={
        <Link to={to}>
          <span className="number">#{row.number}</span> {defangText(row.title)}
        </Link>
      }
      why={
        dueReason ??
        (dueDate !== undefined &&
          text('overview.waiting.dueAt', { at: shortTime(dueDate, Date.now()) }))
      }
      since={isLate ? dueDate : undefined}
      actions={<RowLink to={to} label={text('overview.waiting.openCase')} of={row.title} />}
    />
  )
}

function TaskRow({ id, task }: { id: string; task: Of<'task'>['task'] }) {
  const { case: parent, dueDate } = task
  const isLate = dueDate !== undefined && dueDate !== null && dueDate < Date.now()
  const to = parent ? path`/cases/${parent.id}/tasks/${task.id}` : '/tasks?view=mine'
  return (
    <Row
      id={id}
      tone={isLate ? 'warn' : 'plain'}
      icon="task"
      label={text(isLate ? 'overview.waiting.late' : 'overview.waiting.due')}
      title={<Link to={to}>{defangText(task.title)}</Link>}
      why={
        parent &&
        text('overview.waiting.ofCase', {
          number: String(parent.caseId),
          title: defangText(parent.title),
        })
      }
      since={isLate ? dueDate : undefined}
      actions={<RowLink to={to} label={text('overview.waiting.openTask')} of={task.title} />}
    />
  )
}

function AlertsRow({ id, waiting }: { id: string; waiting: Of<'alerts'>['waiting'] }) {
  const { unowned, maliciousUnowned, oldestAlert } = waiting
  return (
    <Row
      id={id}
      tone={maliciousUnowned > 0 ? 'danger' : 'plain'}
      icon="bell"
      label={text('overview.waiting.triage')}
      title={<Link to="/alerts">{counted('overview.waiting.unowned', unowned)}</Link>}
      why={[
        maliciousUnowned > 0 && counted('overview.maliciousAlerts', maliciousUnowned),
        oldestAlert !== undefined &&
          text('overview.oldest', { at: shortTime(oldestAlert, Date.now()) }),
      ]
        .filter(Boolean)
        .join(', ')}
      since={undefined}
      actions={<RowLink to="/alerts" label={text('overview.waiting.openAlerts')} />}
    />
  )
}

function BudgetRow({ id, quota }: { id: string; quota: Of<'budget'>['quota'] }) {
  const { workerId, used, rate, rateUnit, freeAt } = quota
  const name = analyzerName(quota.name)
  const queue = jobsBehind({ status: ['Waiting'], workerId })
  return (
    <Row
      id={id}
      tone="plain"
      icon="pause"
      label={text('overview.waiting.budget')}
      title={
        <Link to={queue}>
          {freeAt === undefined
            ? text('overview.waiting.usedUp', { name })
            : text('overview.waiting.usedUpUntil', { name, at: shortTime(freeAt, Date.now()) })}
        </Link>
      }
      why={text('overview.waiting.usage', {
        used: formatNumber(used),
        rate: formatNumber(rate),
        unit: text(`overview.unit.${rateUnit}`).toLowerCase(),
      })}
      since={undefined}
      actions={<RowLink to={queue} label={text('overview.waiting.queue')} of={name} />}
    />
  )
}
