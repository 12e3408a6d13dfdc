import type { RuleRunDetail, RuleRunStep } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { useRights } from '../../../base/session/rights.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { ConfirmDialog } from '../../../base/ui/confirm-dialog.tsx'
import { Icon } from '../../../base/ui/icons.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { Answer, Missing } from '../../../base/ui/states.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { useAction } from '../../../base/use-action.ts'
import { stepIcon } from '../../../shared/rules/outcome.ts'
import { objectName, objectPath, rulePath, runsPath } from '../../../shared/rules/paths.ts'
import { RuleWords } from '../../../shared/rules/sentence.tsx'
import { RunMark } from '../../../shared/rules/state-mark.tsx'
import { sentence, sentencePieces } from '../../../shared/rules/words.ts'

const firstSteps = 50

/** One run: because of what, caused by what, and each step with its reason. */
export function RunDetail({ id }: { id: string }) {
  const query = useQuery({
    queryKey: keyOf('ruleRuns', 'one', id),
    queryFn: ({ signal }) => api.getRuleRun({ id }, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 3_000 : 30_000),
  })
  return (
    <Answer query={query} missing={<Missing what={text('rules.run')} id={id} list={null} />}>
      {(run) => <Detail run={run} />}
    </Answer>
  )
}

function Detail({ run }: { run: RuleRunDetail }) {
  const { administer } = useRights()
  const [isCanceling, setCanceling] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const steps = isWhole ? run.steps : run.steps.slice(0, firstSteps)
  const [object] = run.objects
  return (
    <section className="panel run-detail" aria-label={text('rules.run')}>
      <div className="panel-head">
        <h2>
          <Link to={rulePath(run.ruleId)}>{run.ruleName}</Link>
        </h2>
        <RunMark isTrial={run.mode === 'trial'}>
          {run.mode === 'trial' ? text('rule.state.trial') : text(`rules.runState.${run.state}`)}
        </RunMark>
        {administer && run.state === 'running' && (
          <Button size="small" icon="stop" onClick={() => setCanceling(true)}>
            {text('rules.cancelRun')}
          </Button>
        )}
      </div>
      <dl className="run-facts">
        <dt>{text('rules.because')}</dt>
        <dd>
          <RuleWords parts={sentencePieces(run.because)} />, <Time at={run.at} />
          <ul className="run-objects">
            {run.objects.map((one) => (
              <li key={one.objectId}>
                <Link
                  to={objectPath(one, run.root)}
                  className={one.objectType === 'observable' ? 'value' : ''}
                >
                  {one.title}
                </Link>
              </li>
            ))}
            {run.objectCount > run.objects.length && (
              <li className="muted">
                {counted('rules.moreObjects', run.objectCount - run.objects.length)}
              </li>
            )}
          </ul>
          {object && object.objectId !== run.root.objectId && (
            <p>
              {text('rules.inRoot')}{' '}
              <Link to={objectPath(run.root, run.root)}>{run.root.title}</Link>
            </p>
          )}
        </dd>
        <dt>{text('rules.causedBy')}</dt>
        <dd>
          {run.cause ? (
            <Link to={runsPath({ run: run.cause.runId })}>
              {text('rules.byRule', { name: run.cause.ruleName })}
            </Link>
          ) : (
            <span className="muted">{text('rules.noCause')}</span>
          )}
        </dd>
        <dt>{text('rules.actsAs')}</dt>
        <dd>
          {run.runAs}
          {' · '}
          <span className="muted">{text('rules.ofVersion', { version: run.version })}</span>
        </dd>
        {run.reason && (
          <>
            <dt>{text('rules.why')}</dt>
            <dd>{sentence(run.reason)}</dd>
          </>
        )}
      </dl>
      <ol className="run-steps">
        {steps.map((step) => (
          <Step key={step.seq} step={step} run={run} />
        ))}
      </ol>
      {run.steps.length > steps.length && (
        <Button kind="quiet" size="small" onClick={() => setWhole(true)}>
          {counted('rules.moreSteps', run.steps.length - steps.length)}
        </Button>
      )}
      {object && (
        <p className="run-foot">
          <Link to={runsPath({ run: run.id, why: objectName(object) })}>
            {text('rules.whyThese')}
          </Link>
        </p>
      )}
      {isCanceling && <CancelDialog run={run} onClose={() => setCanceling(false)} />}
    </section>
  )
}

function Step({ step, run }: { step: RuleRunStep; run: RuleRunDetail }) {
  const to = resultPath(step, run)
  return (
    <li data-state={step.state}>
      <span className="run-step-icon">
        <Icon name={stepIcon(step.state)} />
      </span>
      <div>
        <p>
          <RuleWords parts={capital(step)} />{' '}
          {step.target.objectId !== run.root.objectId && (
            <span className="value">{step.target.title}</span>
          )}
        </p>
        <p className="muted">
          {text(`rules.stepState.${step.state}`)}
          {step.reason && ` · ${sentence(step.reason)}`}
          {step.at !== null && (
            <>
              {' · '}
              <Time at={step.at} />
            </>
          )}
        </p>
      </div>
      {to && (
        <Link className="button button-plain button-small" to={to}>
          {text(
            step.reason?.id === 'reason.approval'
              ? 'rules.review'
              : `rules.result.${step.resultType ?? 'job'}`,
          )}
        </Link>
      )}
    </li>
  )
}

function capital(step: RuleRunStep) {
  const [first, ...rest] = sentencePieces(step)
  return first
    ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest]
    : []
}

function resultPath({ resultType, resultId }: RuleRunStep, { root }: RuleRunDetail) {
  if (resultType === null || resultId === null) return undefined
  if (resultType === 'job') return path`/jobs/${resultId}`
  if (resultType === 'case') return path`/cases/${resultId}`
  if (root.objectType !== 'case') return undefined
  return resultType === 'task'
    ? path`/cases/${root.objectId}/tasks/${resultId}`
    : `${path`/cases/${root.objectId}`}?${new URLSearchParams({ comment: resultId })}`
}

function CancelDialog({ run, onClose }: { run: RuleRunDetail; onClose: () => void }) {
  const { busy, problem, run: act } = useAction()
  return (
    <ConfirmDialog
      title={text('rules.cancelTitle', { name: run.ruleName })}
      confirm={text('rules.cancelRun')}
      cancel={text('rules.keepRun')}
      busy={busy}
      onCancel={onClose}
      onConfirm={() =>
        void act(async () => {
          await api.cancelRuleRun({ id: run.id })
          await readAgain(keyOf('ruleRuns'))
          onClose()
        })
      }
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>{text('rules.cancelEffect')}</p>
    </ConfirmDialog>
  )
}
