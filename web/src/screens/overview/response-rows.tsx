import type { Budget, GuardedResponse } from '@assay/contract'
import { lazy, Suspense, useState } from 'react'
import { attempt } from '../../base/attempt.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangSentence, defangText } from '../../base/model/defang.ts'
import { fromNow } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, loadTexts, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Sentence } from '../../base/ui/sentence.tsx'
import { stateOf } from '../../shared/budgets/words.ts'
import { jobsPath } from '../../shared/jobs/paths.ts'
import { decide, resolve } from '../../shared/responses/data.ts'
import { needOf, shownTarget } from '../../shared/responses/words.ts'
import { budgetWords } from './budget-words.ts'
import { Row, RowLink } from './decision-row.tsx'

/** Needed when something went wrong. */
const ReasonDialog = lazy(async () => {
  const [{ ReasonDialog: dialog }] = await Promise.all([
    import('../../shared/responses/reason-dialog.tsx'),
    loadTexts(['brakes']),
  ])
  return { default: dialog }
})

interface ResponseRowProps {
  id: string
  response: GuardedResponse
}

const reviewPath = (id: string) => `/activity/responses?${new URLSearchParams({ response: id })}`

/** An approval is given where the plan can be read, never here; a failed undo stays until it is resolved. */
export function ResponseRow({ id, response }: ResponseRowProps) {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const now = Date.now()
  const need = needOf(response)
  const what = whatOf(response)
  const parts = {
    responder: analyzerName(response.responderName),
    what: <span className="value">{what}</span>,
  }
  const name = <span className="visually-hidden"> {what}</span>
  const to = reviewPath(response.id)
  if (need === 'decide')
    return (
      <Row
        id={id}
        tone="plain"
        icon="shield"
        label={text('overview.waiting.approval')}
        title={
          <Link to={to}>
            <Sentence of="overview.waiting.on" parts={parts} />
          </Link>
        }
        why={text('overview.waiting.askedBy', {
          login: response.requestedBy,
          when: fromNow(response.expiresAt ?? now, now),
        })}
        since={response.requestedAt}
        actions={<RowLink to={to} label={text('overview.waiting.review')} of={what} />}
      />
    )
  const isUnknown = need === 'unknown'
  const again = () => {
    setBusy(true)
    void attempt(() => decide('undo', response.id)).finally(() => setBusy(false))
  }
  return (
    <Row
      id={id}
      tone="danger"
      icon="undo"
      label={text(isUnknown ? 'overview.waiting.outcome' : 'overview.waiting.undoFailed')}
      title={
        <Link to={to}>
          <Sentence
            of={isUnknown ? 'overview.waiting.unknownOn' : 'overview.waiting.notUndone'}
            parts={parts}
          />
        </Link>
      }
      why={[
        !isUnknown && counted('overview.waiting.tries', response.undoAttempts),
        defangSentence(response.message ?? ''),
      ]
        .filter(Boolean)
        .join(' ')}
      since={response.undoAt ?? response.requestedAt}
      actions={
        <>
          {!isUnknown && (
            <Button size="small" icon="refresh" busy={isBusy} onClick={again}>
              {text('app.retry')}
              {name}
            </Button>
          )}
          <Button size="small" icon="check" onClick={() => setAsked(true)}>
            {text(isUnknown ? 'overview.waiting.resolve' : 'overview.waiting.byHand')}
            {name}
          </Button>
          {isAsked && (
            <Suspense>
              <ReasonDialog
                title={text(isUnknown ? 'overview.waiting.resolve' : 'overview.waiting.byHand')}
                lead={text('overview.waiting.byHandLead')}
                submit={text('app.save')}
                icon="check"
                isRequired
                onSubmit={(reason) => resolve(response.id, reason)}
                onClose={() => setAsked(false)}
              />
            </Suspense>
          )}
        </>
      }
    />
  )
}

function whatOf({ targets: [first], targetCount, label, dataType }: GuardedResponse): string {
  if (!first) return defangText(label ?? dataType.replace(/^.*:/, ''))
  const shown = shownTarget(first).slice(0, 80)
  return targetCount > 1 ? `${shown} +${targetCount - 1}` : shown
}

/** A credential whose jobs wait; the other analyzers continue. */
export function ProviderRow({ id, budget }: { id: string; budget: Budget }) {
  const { name, waiting, reason, workers } = budget
  const state = stateOf(budget)
  const worker = workers.filter(({ type }) => type === 'analyzer').map((one) => one.id)
  const queue = jobsPath({ status: ['Waiting'], worker })
  return (
    <Row
      id={id}
      tone={state === 'usedUp' || state === 'held' ? 'plain' : 'warn'}
      icon="pause"
      label={text(state === 'usedUp' ? 'overview.waiting.budget' : 'overview.waiting.provider')}
      title={<Link to={queue}>{budgetWords(budget, Date.now())}</Link>}
      why={[
        state !== 'usedUp' && defangSentence(reason ?? '').slice(0, 200),
        counted('overview.waiting.held', waiting),
      ]
        .filter(Boolean)
        .join(' ')}
      since={undefined}
      actions={<RowLink to={queue} label={text('overview.waiting.queue')} of={name} />}
    />
  )
}
