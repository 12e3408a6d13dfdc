import './respond.css'
import { type FormEvent, useId, useState } from 'react'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { markingOf } from '../../../base/model/marking.ts'
import { aboutOf } from '../../../base/model/question.ts'
import { problemOf, Refusal } from '../../../base/problem.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Dialog } from '../../../base/ui/dialog.tsx'
import { Radios } from '../../../base/ui/field.tsx'
import { Icon } from '../../../base/ui/icons.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { Answer, Empty, Loading } from '../../../base/ui/states.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction, useRefusalFocus } from '../../../base/use-action.ts'
import { forEachOf } from '../../../shared/response/for-each-of.ts'
import type { EngineWorker } from '../../../shared/response/worker-picker.tsx'
import { runResponder, type Target, useRespondersFor } from '../actions/data.ts'
import { InputFields } from './input-fields.tsx'
import { refusedInputs } from './inputs.ts'
import { PathLine } from './path-line.tsx'
import { Preview } from './preview.tsx'
import { ResponderList } from './responder-list.tsx'
import { type Plan, usePlan } from './use-plan.ts'

/** What became of it: run at once, or asked for. */
export type Started = 'ran' | 'asked'

export interface RespondDialogProps {
  /** At least one; all of the same kind. */
  targets: readonly Target[]
  /** The one to run; otherwise it is chosen here. */
  only?: EngineWorker
  onClose: () => void
  onStarted: (how: Started) => void
}

/** As many as a browser sends to one server at once. */
const atOnce = 6

/** Choose, see what will happen, and run it or ask for an approval. */
export function RespondDialog({ targets, only, onClose, onStarted }: RespondDialogProps) {
  const id = useId()
  // Which may be run depends on the kind and the marking: whatever takes the strictest takes all.
  const strictest = targets.reduce((one, other) => (other.tlp > one.tlp ? other : one))
  const responders = useRespondersFor(strictest)
  const offered = only ? [only] : (responders.data ?? [])
  const [chosenId, setChosenId] = useState(only?.id)
  const [engine, setEngine] = useState<string>()
  const chosen = offered.find((one) => one.id === chosenId)
  const plan = usePlan(targets, offered, chosen)
  const action = useAction(plan.items.map(({ name }) => name))
  const form = useRefusalFocus(action.refusals)

  function submit(isTrial: boolean) {
    if (!chosen || action.busy || plan.isLoading || plan.sent.length === 0) return
    if (Object.keys(plan.read.errors).length > 0)
      action.refuse({ message: text('error.fields'), fields: plan.read.errors })
    else
      void action.run(async () => {
        await start(plan, chosen, engineFor(chosen, engine), isTrial)
        onStarted(plan.asks || isTrial ? 'asked' : 'ran')
      })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    submit(false)
  }
  const choose = (next: string) => {
    setChosenId(next)
    action.forget(Object.keys(action.problem?.fields ?? {}))
  }
  return (
    <Dialog
      title={titleOf(targets, only)}
      shape="wide"
      onClose={onClose}
      footer={
        <Footer
          plan={plan}
          chosen={chosen}
          tlp={strictest.tlp}
          count={targets.length}
          form={id}
          busy={action.busy}
          onTry={() => submit(true)}
          onClose={onClose}
        />
      }
    >
      <form
        id={id}
        method="post"
        noValidate
        ref={form}
        className="respond"
        data-single={only ? '' : undefined}
        onSubmit={send}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          submit(false)
        }}
      >
        {!only && (
          <div className="respond-choice">
            <Answer query={responders}>
              {(found) =>
                found.length === 0 ? (
                  <Empty title={text('cases.noResponder')} icon="play">
                    {text('cases.noResponderAbout')}
                  </Empty>
                ) : plan.brakes.isLoading ? (
                  <Loading lines={4} />
                ) : (
                  <ResponderList
                    responders={found}
                    policies={plan.brakes.policies}
                    chosen={chosenId}
                    onChoose={choose}
                  />
                )
              }
            </Answer>
          </div>
        )}
        <div className="respond-plan">
          <Notice kind="error">{action.problem?.message}</Notice>
          {plan.brakes.error !== undefined && plan.brakes.error !== null && (
            <Notice kind="warning">{text('brakes.policiesUnknown')}</Notice>
          )}
          {chosen ? (
            <>
              <h3>{analyzerName(chosen.name)}</h3>
              {chosen.description && (
                <p className="muted">{aboutOf(chosen.name, chosen.description)}</p>
              )}
              {chosen.engineIds.length > 1 && (
                <Radios
                  legend={text('cases.engine')}
                  name="engine"
                  value={engineFor(chosen, engine)}
                  onChange={setEngine}
                  options={chosen.engineIds.map((name) => ({ value: name, label: name }))}
                />
              )}
              <InputFields
                items={plan.items}
                drafts={plan.drafts}
                errors={action.problem?.fields ?? {}}
                onChange={(change) => {
                  plan.edit(change)
                  action.forget(Object.keys(change))
                }}
              />
              <Preview plan={plan} />
              {plan.policy?.isSet && <PathLine policy={plan.policy} />}
            </>
          ) : (
            offered.length > 0 && <p className="muted">{text('brakes.choose')}</p>
          )}
        </div>
      </form>
    </Dialog>
  )
}

function titleOf(targets: readonly Target[], only: EngineWorker | undefined): string {
  if (only) return text('brakes.runTitle', { name: analyzerName(only.name) })
  return targets.length > 1
    ? counted('cases.respondToMany', targets.length)
    : text('cases.runResponder')
}

interface FooterProps {
  plan: Plan
  chosen: EngineWorker | undefined
  tlp: number
  count: number
  form: string
  busy: boolean
  onTry: () => void
  onClose: () => void
}

function Footer({ plan, chosen, tlp, count, form, busy, onTry, onClose }: FooterProps) {
  const { asks, sent, policy, isLoading } = plan
  const isStopped = chosen !== undefined && !isLoading && sent.length === 0
  const cannot = chosen ? isLoading && text('brakes.checking') : text('cases.chooseResponder')
  return (
    <>
      {chosen && (
        <p className="respond-note muted">
          <Icon name={isStopped ? 'shield' : 'info'} />
          <span>
            {isStopped
              ? counted('brakes.noneSent', count)
              : [
                  sent.length < count && text('brakes.someSent', { sent: sent.length, all: count }),
                  text('cases.effect', { tlp: `TLP:${markingOf(tlp) ?? 'AMBER'}` }),
                ]
                  .filter(Boolean)
                  .join(' ')}
          </span>
        </p>
      )}
      <Button onClick={onClose}>{text(isStopped ? 'app.close' : 'app.cancel')}</Button>
      {chosen && !isStopped && policy?.isSet && policy.dryRun && (
        <Button icon="eye" busy={busy} unavailable={cannot} onClick={onTry}>
          {text('brakes.dryRun')}
        </Button>
      )}
      {!isStopped && (
        <Button
          type="submit"
          kind="primary"
          form={form}
          icon="play"
          busy={busy}
          unavailable={cannot}
        >
          {chosen
            ? asks
              ? text('brakes.ask')
              : text('cases.runNamed', { name: analyzerName(chosen.name) })
            : text('cases.run')}
        </Button>
      )}
    </>
  )
}

/** One run per target: one that is refused does not stop the others. */
async function start(
  { sent, read, policy, items, asks }: Plan,
  chosen: EngineWorker,
  engine: string,
  isTrial: boolean,
): Promise<void> {
  const { parameter, value } = (isTrial && policy?.dryRun) || {}
  const parameters =
    parameter === undefined ? read.parameters : { ...read.parameters, [parameter]: value }
  const refused: unknown[] = []
  await forEachOf(sent, atOnce, async (target) => {
    await runResponder(target, chosen.id, engine, parameters).catch((error: unknown) => {
      refused.push(error)
    })
  })
  await readAgain(keyOf('actions'), keyOf('story'), keyOf('responses'))
  void readAgain(keyOf('case'))
  // Of several the others run: sending all of them once more would do it twice.
  if (refused.length === sent.length) {
    const { message, fields } = problemOf(refused[0])
    throw new Refusal(message, { ...fields, ...refusedInputs(items, message) })
  }
  if (refused.length > 0)
    showToast({
      kind: 'error',
      message: [
        counted('cases.notStarted', refused.length),
        ...new Set(refused.map((error) => problemOf(error).message)),
      ].join(' '),
    })
  const started = sent.length - refused.length
  if (isTrial) showToast({ kind: 'success', message: counted('brakes.tried', started) })
  else if (asks) showToast({ kind: 'success', message: counted('brakes.asked', started) })
}

const engineFor = ({ engineIds }: EngineWorker, wanted: string | undefined) =>
  engineIds.find((name) => name === wanted) ?? engineIds[0] ?? ''
