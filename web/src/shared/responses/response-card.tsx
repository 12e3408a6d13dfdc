import './responses.css'
import type { GuardedResponse } from '@assay/contract'
import type { ReactNode } from 'react'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangSentence, defangText } from '../../base/model/defang.ts'
import { ago, duration, fromNow, shortTime } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { counted, formatNumber, labeled, text } from '../../base/texts/index.ts'
import { Icon, type IconName } from '../../base/ui/icons.tsx'
import { Sentence } from '../../base/ui/sentence.tsx'
import { useNow } from '../../base/ui/time.tsx'
import { ByRule } from '../rules/by-rule.tsx'
import { Checks } from './checks.tsx'
import { ResponseButtons } from './response-buttons.tsx'
import {
  countdown,
  needOf,
  type Progress,
  type Step,
  shownEntry,
  shownTarget,
  stepsOf,
} from './words.ts'

interface ResponseCardProps {
  response: GuardedResponse
  /** Everything about it, as those need who decide; otherwise it is folded. */
  isWhole?: boolean
  onDone?: () => void
}

/** One run of a responder with a policy: who asked, who decided, what came of it, what can be done. */
export function ResponseCard({ response, isWhole = false, onDone }: ResponseCardProps) {
  const now = useNow(1_000)
  const { state, requestedBy, requestedAt, via, rule, undoAt, undoState } = response
  const need = needOf(response)
  const tone = need === 'undoFailed' || need === 'undoUnknown' ? 'danger' : undefined
  const isTimed = state === 'done' && undoState === 'planned' && undoAt !== null
  const name = titleText(response)
  return (
    <article className="response-card" data-tone={tone} aria-label={name}>
      <div className="response-head">
        <span className="icon-tile response-icon" aria-hidden="true">
          <Icon name={tone ? 'undo' : state === 'asked' ? 'shield' : 'play'} />
        </span>
        <div>
          {!isWhole && (
            <h3>
              <ResponseTitle response={response} />
            </h3>
          )}
          <p className="muted">
            {text(rule ? 'brakes.via.rule.named' : `brakes.via.${via}`, {
              login: requestedBy,
              ago: ago(requestedAt, now),
            })}{' '}
            {rule && (
              <>
                <ByRule rule={rule} />
                {'. '}
              </>
            )}
            {response.dry && <strong>{text('brakes.isDry')} </strong>}
            <Link to={path`/jobs/${response.jobId}`}>{text('brakes.job')}</Link>
          </p>
        </div>
        {isTimed ? (
          <p className="response-timer">
            <small className="muted">{text('brakes.undoneIn')}</small>
            <strong className="number" title={shortTime(undoAt, now)}>
              {countdown(undoAt, now)}
            </strong>
          </p>
        ) : (
          <span className="type-chip response-state">
            {need === 'decide' ? text('brakes.waitsForYou') : stateWords(response)}
          </span>
        )}
      </div>
      <ol className="response-steps">
        {stepsOf(response).map(({ step, progress }) => (
          <StepItem key={step} step={step} progress={progress} when={whenOf(step, response, now)} />
        ))}
      </ol>
      {response.message && (
        <p className={tone ? 'response-message response-danger' : 'response-message'}>
          {defangSentence(response.message)}
        </p>
      )}
      {isWhole || state === 'asked' ? (
        <PlanFacts response={response} />
      ) : (
        <details className="response-fold">
          <summary>{text('brakes.plan')}</summary>
          <PlanFacts response={response} />
        </details>
      )}
      <ResponseButtons response={response} name={name} {...(onDone && { onDone })} />
    </article>
  )
}

/** "Block on 198[.]51[.]100[.]77 and 2 more" */
export const titleText = (response: GuardedResponse): string =>
  text('brakes.on', { responder: analyzerName(response.responderName), what: whatOf(response) })

const ResponseTitle = ({ response }: { response: GuardedResponse }) => (
  <Sentence
    of="brakes.on"
    parts={{
      responder: analyzerName(response.responderName),
      what: <span className="value">{whatOf(response)}</span>,
    }}
  />
)

function whatOf({ targets, targetCount, label, dataType }: GuardedResponse): string {
  const [first] = targets
  if (!first) return defangText(label ?? dataType.replace(/^.*:/, ''))
  const shown = shownTarget(first)
  const one = shown.length > 80 ? `${shown.slice(0, 79)}…` : shown
  return targetCount > 1 ? counted('brakes.andMore', targetCount - 1, { one }) : one
}

export function stateWords({ state, undoState, resolvedAt }: GuardedResponse): string {
  if (resolvedAt !== null) return text('brakes.state.resolved')
  if (undoState === 'failed' || undoState === 'unknown') return text('brakes.state.notUndone')
  if (undoState === 'running') return text('brakes.state.undoing')
  return text(`brakes.state.${state}`)
}

const icons: Readonly<Record<Step, IconName>> = {
  ask: 'user',
  approval: 'shield',
  run: 'play',
  undo: 'undo',
}

interface StepItemProps {
  step: Step
  progress: Progress
  when: string
}

const StepItem = ({ step, progress, when }: StepItemProps) => (
  <li data-progress={progress} aria-current={progress === 'now' ? 'step' : undefined}>
    <span className="icon-tile response-step-icon" aria-hidden="true">
      <Icon name={progress === 'done' ? 'check' : progress === 'stopped' ? 'close' : icons[step]} />
    </span>
    <span>
      <strong>{text(`brakes.step.${step}`)}</strong>
      <small className="muted">{when}</small>
    </span>
  </li>
)

function whenOf(step: Step, response: GuardedResponse, now: number): string {
  const { requestedAt, requestedBy, decidedBy, decidedAt, expiresAt, state } = response
  const by = (at: number | null, login: string) =>
    at === null ? login : text('brakes.atBy', { at: shortTime(at, now), login })
  switch (step) {
    case 'ask':
      return by(requestedAt, requestedBy)
    case 'approval':
      if (state === 'asked' && expiresAt !== null)
        return text('brakes.lapses', { when: fromNow(expiresAt, now) })
      if (decidedBy !== null) return by(decidedAt, decidedBy)
      return state === 'expired' ? text('brakes.state.expired') : ''
    case 'run':
      return ['asked', 'rejected', 'withdrawn', 'expired'].includes(state)
        ? ''
        : text(`brakes.state.${state === 'undone' ? 'done' : state}`)
    case 'undo':
      return undoWhen(response, now)
  }
}

function undoWhen(response: GuardedResponse, now: number) {
  const { undoState, undoAt, undoAfterMinutes, undoAttempts, state } = response
  if (state === 'undone') return text('brakes.state.undone')
  if (undoState === 'failed') return counted('brakes.tries', undoAttempts)
  if (undoState === 'running') return text('brakes.state.undoing')
  if (undoState === 'unknown') return text('brakes.state.unknown')
  if (undoState === 'paused') return text('brakes.state.paused')
  if (undoAt !== null) return shortTime(undoAt, now)
  if (undoAfterMinutes !== null && state !== 'done')
    return text('brakes.path.after', { time: duration(undoAfterMinutes * minuteMs) })
  return text(state === 'done' ? 'brakes.path.byHand' : 'brakes.afterRun')
}

const shownTargets = 10
const minuteMs = 60_000

/** Exactly what an approval covers. */
function PlanFacts({ response }: { response: GuardedResponse }) {
  const { targets, targetCount, parameters, overrides, overrideReason, decisionReason } = response
  const own = Object.entries(parameters).filter(
    ([name]) => name !== 'organisation' && name !== 'user',
  )
  const rest = targetCount - Math.min(targets.length, shownTargets)
  const rows: [string, ReactNode][] = [
    [
      text('brakes.targets'),
      targetCount === 0 ? (
        text('brakes.noTargets')
      ) : (
        <>
          {targets.slice(0, shownTargets).map((target) => (
            <span key={`${target.dataType} ${target.data}`} className="value response-target">
              {shownTarget(target)}
            </span>
          ))}
          {rest > 0 && <span className="muted">{counted('brakes.moreTargets', rest)}</span>}
        </>
      ),
    ],
    ...own.map(([name, value]): [string, ReactNode] => [
      name,
      <span key={name} className="value">
        {defangText(typeof value === 'string' ? value : JSON.stringify(value))}
      </span>,
    ]),
    ...(overrides.length > 0
      ? ([
          [
            text('brakes.overrides'),
            labeled(
              overrides.map((entry) => entry.note || shownEntry(entry)).join(', '),
              defangSentence(overrideReason ?? ''),
            ),
          ],
        ] as [string, ReactNode][])
      : []),
    ...(decisionReason
      ? ([[text('brakes.reason'), defangSentence(decisionReason)]] as [string, ReactNode][])
      : []),
    ...(response.state === 'asked'
      ? ([[text('brakes.checks'), <Checks key="checks" response={response} />]] as [
          string,
          ReactNode,
        ][])
      : []),
  ]
  return (
    <dl className="response-facts" aria-label={text('brakes.plan')}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof value === 'number' ? formatNumber(value) : value}</dd>
        </div>
      ))}
    </dl>
  )
}
