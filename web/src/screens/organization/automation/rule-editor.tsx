import { ApiError, maxRuleConditions, type Rule } from '@assay/contract'
import { ruleParts } from '@assay/contract/rule-sentences'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { api } from '../../../base/api.ts'
import { Refusal } from '../../../base/problem.ts'
import { useLeaving } from '../../../base/routing/leave.ts'
import { Link } from '../../../base/routing/link.tsx'
import { navigate } from '../../../base/routing/location.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Field } from '../../../base/ui/field.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { Page } from '../../../base/ui/page.tsx'
import { Segments } from '../../../base/ui/segments.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction, useRefusalFocus } from '../../../base/use-action.ts'
import { rulesChanged } from '../../../shared/rules/data.ts'
import { RuleWords } from '../../../shared/rules/sentence.tsx'
import { rulePieces, stateWord } from '../../../shared/rules/words.ts'
import { LeaveDialog } from '../save-bar.tsx'
import { ConditionRow } from './condition-row.tsx'
import { emptyCondition } from './conditions.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import {
  draftOf,
  draftProblems,
  inputOf,
  isSameDraft,
  keepsFromTrying,
  type RuleDraft,
  shownBody,
  typeOf,
} from './draft.ts'
import { LimitFields } from './limit-fields.tsx'
import { StepList } from './step-list.tsx'
import { MoreMenu, RemoveRule } from './stored-rule.tsx'
import { TriggerFields } from './trigger-fields.tsx'
import { TryPanel } from './try-panel.tsx'
import { VersionsDialog } from './versions-dialog.tsx'
import { YamlDialog } from './yaml-dialog.tsx'

interface RuleEditorProps {
  /** As it is stored now; undefined of a new one. */
  rule: Rule | undefined
  first: RuleDraft
  back: ReactNode
}

/** When, if, do and limits, with the sentence that they make and what it would have done. */
export function RuleEditor({ rule, first, back }: RuleEditorProps) {
  const formId = useId()
  /** What is being changed: later versions of others do not replace it. */
  const [base, setBase] = useState({ rule, draft: first })
  const [draft, setDraft] = useState(first)
  const [dialog, setDialog] = useState<'yaml' | 'versions' | 'remove'>()
  const action = useAction()
  const form = useRefusalFocus(action.refusals)
  const isDirty = !isSameDraft(draft, base.draft)
  const { leaving, settle } = useLeaving(isDirty)
  const errors = action.problem?.fields ?? {}
  const tried = useCalm(draft)
  const type = typeOf(draft)
  const isConflict =
    rule !== undefined && base.rule !== undefined && rule.version > base.rule.version

  function set(change: Partial<RuleDraft>) {
    setDraft((present) => ({ ...present, ...change }))
    action.forget(Object.keys(errors))
  }

  async function save(over?: number) {
    const problems = draftProblems(draft, Date.now())
    if (Object.keys(problems).length > 0)
      return action.refuse({
        message: text('error.fields'),
        fields: Object.fromEntries(
          Object.entries(problems).map(([name, { key, values }]) => [name, text(key, values)]),
        ),
      })
    await action.run(async () => {
      const saved = await send(draft, base.rule, over)
      settle()
      await rulesChanged()
      showToast({ kind: 'success', message: text('rules.saved', { name: saved.name }) })
      navigate(`/settings/automation?rule=${encodeURIComponent(saved.id)}`)
    })
  }

  const press = (event: FormEvent) => {
    event.preventDefault()
    if (!action.busy) void save()
  }

  const title = base.rule?.name ?? text('rules.newTitle')
  const reads = ruleParts(shownBody(draft), { runsPerHour: 1, jobsPerDay: 1 })
  return (
    <Page
      title={title}
      back={back}
      actions={
        <>
          <Button icon="code" onClick={() => setDialog('yaml')}>
            {text('rules.yaml')}
          </Button>
          {base.rule && (
            <>
              <Button icon="status-waiting" onClick={() => setDialog('versions')}>
                {text('rules.versions')}
              </Button>
              <MoreMenu rule={base.rule} onRemove={() => setDialog('remove')} />
            </>
          )}
        </>
      }
    >
      {rule && isConflict && (
        <ConflictNotice
          theirs={rule}
          mine={draft}
          onOver={() => void save(rule.version)}
          onTheirs={() => {
            const next = draftOf(rule, rule.state === 'stopped' ? 'trial' : rule.state)
            setBase({ rule, draft: next })
            setDraft(next)
          }}
        />
      )}
      <div className="automation">
        <form
          id={formId}
          ref={form}
          className="panel rule-editor"
          method="post"
          noValidate
          onSubmit={press}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) press(event)
          }}
        >
          <div className="rule-reads">
            <p className="muted rule-meta">{text('rules.readsAs')}</p>
            <p className="rule-sentence" aria-live="polite">
              <RuleWords parts={rulePieces(reads)} />
            </p>
          </div>
          <Notice kind="error">{action.problem?.message}</Notice>
          <div className="rule-part">
            <Field
              label={text('rules.name')}
              name="name"
              value={draft.name}
              error={errors.name}
              isRequired
              onChange={(name) => set({ name })}
            />
          </div>
          <Part title={text('rules.when')} about={text('rules.whenAbout')}>
            <TriggerFields
              draft={draft}
              errors={errors}
              onChange={(change) =>
                set(
                  // Conditions about another kind of object do not hold for this one.
                  change.trigger && typeOf({ trigger: change.trigger }) !== type
                    ? { ...change, conditions: [] }
                    : change,
                )
              }
            />
          </Part>
          <Part title={text('rules.if')} about={text('rules.ifAbout')}>
            {draft.conditions.length === 0 && <p className="muted">{text('rules.ifNone')}</p>}
            {draft.conditions.map((row, index) => (
              <ConditionRow
                key={row.key}
                type={type}
                row={row}
                number={index + 1}
                error={errors[`if[${index}]`]}
                onChange={(next) => set({ conditions: draft.conditions.with(index, next) })}
                onRemove={() =>
                  set({ conditions: draft.conditions.filter((one) => one.key !== row.key) })
                }
              />
            ))}
            {errors.if && <p className="field-error">{errors.if}</p>}
            <Button
              kind="quiet"
              size="small"
              icon="plus"
              unavailable={
                draft.conditions.length >= maxRuleConditions &&
                text('rules.tooMany', { count: maxRuleConditions })
              }
              onClick={() => set({ conditions: [...draft.conditions, emptyCondition(type)] })}
            >
              {text('rules.addCondition')}
            </Button>
          </Part>
          <Part title={text('rules.do')} about={text('rules.doAbout')}>
            <StepList draft={draft} errors={errors} onChange={(steps) => set({ steps })} />
          </Part>
          <Part title={text('rules.limits')} about={text('rules.limitsAbout')}>
            <LimitFields draft={draft} errors={errors} onChange={set} />
          </Part>
          <div className="rule-foot">
            <Segments
              label={text('rules.state', { name: draft.name || text('rules.newTitle') })}
              value={draft.state}
              options={(['off', 'trial', 'on'] as const).map((value) => ({
                value,
                label: stateWord(value),
              }))}
              onChange={(state) => set({ state })}
            />
            <p className="muted small">
              {base.rule
                ? text('rules.nextVersion', {
                    next: base.rule.version + 1,
                    current: base.rule.version,
                  })
                : text('rules.firstVersion')}
            </p>
            <div className="buttons">
              <Link className="button button-plain" to="/settings/automation">
                {text('app.cancel')}
              </Link>
              <Button type="submit" kind="primary" busy={action.busy}>
                {text(`rules.saveAs.${draft.state}`)}
              </Button>
            </div>
          </div>
        </form>
        <TryPanel
          body={keepsFromTrying(draftProblems(tried, Date.now())) ? undefined : shownBody(tried)}
          hint={text(tried.steps.length === 0 ? 'rules.tryEmpty' : 'rules.tryFirst')}
          limits={{
            runsPerHour: Number(tried.runsPerHour) || 0,
            jobsPerDay: Number(tried.jobsPerDay) || 0,
          }}
        />
      </div>
      {dialog === 'yaml' && (
        <YamlDialog
          rules={[{ ...inputOf(draft), expires: endOf(draft.expires) }]}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'versions' && base.rule && (
        <VersionsDialog
          rule={base.rule}
          onRestore={(version) => {
            setDraft(draftOf(version, draft.state))
            setDialog(undefined)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'remove' && base.rule && (
        <RemoveRule
          rule={base.rule}
          onRemoved={() => {
            settle()
            navigate('/settings/automation')
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {leaving && <LeaveDialog {...leaving} />}
    </Page>
  )
}

const endOf = (day: string) => (day === '' ? null : Date.parse(`${day}T23:59:59.999Z`))

/** What the server says about a field is shown there; a newer version shows itself. */
async function send(draft: RuleDraft, rule: Rule | undefined, over?: number): Promise<Rule> {
  const input = inputOf(draft)
  const body = { ...input, do: [...input.do] }
  try {
    return rule
      ? await api.updateRule({ id: rule.id }, { ...body, version: over ?? rule.version })
      : await api.createRule(body)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 409) await rulesChanged()
    const found = (error.body.errors ?? []).map(({ name, message }) => [
      name,
      message.startsWith(`${name}:`) ? message.slice(name.length + 1).trim() : message,
    ])
    throw found.length > 0 ? new Refusal(text('error.fields'), Object.fromEntries(found)) : error
  }
}

const calmMs = 700

/** As it was when nothing changed for a moment: each trial is a search over many days. */
function useCalm(draft: RuleDraft): RuleDraft {
  const [calm, setCalm] = useState(draft)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(draft), calmMs)
    return () => clearTimeout(timer)
  }, [draft])
  return calm
}

interface PartProps {
  title: string
  about: string
  children: ReactNode
}

function Part({ title, about, children }: PartProps) {
  const id = useId()
  return (
    <section className="rule-part rule-columns" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="muted rule-meta">{about}</p>
      </div>
      <div className="rule-fields">{children}</div>
    </section>
  )
}
