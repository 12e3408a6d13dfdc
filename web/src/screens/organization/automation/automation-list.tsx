import type { Automation, Rule } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { dateAndHour } from '../../../base/model/times.ts'
import { Link } from '../../../base/routing/link.tsx'
import { useSearch } from '../../../base/routing/location.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { ConfirmDialog } from '../../../base/ui/confirm-dialog.tsx'
import { Icon } from '../../../base/ui/icons.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { Page } from '../../../base/ui/page.tsx'
import { Answer, Empty } from '../../../base/ui/states.tsx'
import { useAction } from '../../../base/use-action.ts'
import { rulesChanged, useAutomation, useRules } from '../../../shared/rules/data.ts'
import { newRulePath, rulePath } from '../../../shared/rules/paths.ts'
import { PresetList } from './preset-list.tsx'
import { RuleList } from './rule-list.tsx'
import { TryPanel } from './try-panel.tsx'
import { YamlDialog } from './yaml-dialog.tsx'

/** All rules as sentences, in their order, with one of them being tried. */
export function AutomationList() {
  const { administer } = useRights()
  const { params, set } = useSearch()
  const query = useRules()
  const automation = useAutomation()
  const [isPausing, setPausing] = useState(false)
  const [isYaml, setYaml] = useState(false)
  const rules = query.data ?? []
  const chosen = rules.find(({ id }) => id === params.get('rule')) ?? rules[0]
  const isPaused = automation.data?.isPaused === true
  return (
    <Page
      title={text('place.automation')}
      actions={
        administer && (
          <>
            {rules.length > 0 && (
              <Button icon="code" onClick={() => setYaml(true)}>
                {text('rules.yaml')}
              </Button>
            )}
            {rules.length > 0 && !isPaused && (
              <Button icon="pause" onClick={() => setPausing(true)}>
                {text('rules.pause')}
              </Button>
            )}
            <Link className="button button-plain" to={newRulePath()}>
              <Icon name="plus" /> {text('rules.new')}
            </Link>
          </>
        )
      }
    >
      <p className="muted automation-about">{text('rules.about')}</p>
      {automation.data?.isPaused && <Paused automation={automation.data} />}
      <Answer query={query}>
        {(list) =>
          list.length === 0 ? (
            <NoRules />
          ) : (
            <div className="automation">
              <RuleList rules={list} chosen={chosen?.id} onChoose={(id) => set({ rule: id })} />
              {administer && chosen && <Tried key={chosen.id} rule={chosen} />}
              {administer && <PresetList isFolded />}
            </div>
          )
        }
      </Answer>
      {isPausing && <PauseDialog onClose={() => setPausing(false)} />}
      {isYaml && <YamlDialog rules={rules} onClose={() => setYaml(false)} />}
    </Page>
  )
}

function NoRules() {
  const { administer } = useRights()
  return (
    <>
      <Empty title={text('rules.none')} icon="refresh">
        {text(administer ? 'rules.noneAbout' : 'rules.noneAnalyst')}
      </Empty>
      {administer && <PresetList />}
    </>
  )
}

/** The next step of a rule is with what it would do: a trial, then on. */
function Tried({ rule }: { rule: Rule }) {
  const { busy, problem, run } = useAction()
  const next = rule.state === 'off' ? 'trial' : rule.state === 'on' ? undefined : 'on'
  return (
    <TryPanel
      body={rule}
      limits={rule.budget}
      footer={
        <>
          <Notice kind="error">{problem?.message}</Notice>
          <Link className="button button-plain" to={rulePath(rule.id)}>
            <Icon name="edit" /> {text('rules.edit')}
          </Link>
          {next && (
            <Button
              kind="primary"
              busy={busy}
              onClick={() =>
                void run(async () => {
                  await api.updateRule({ id: rule.id }, { state: next })
                  await rulesChanged()
                })
              }
            >
              {text(
                rule.state === 'stopped'
                  ? 'rules.resumeRule'
                  : next === 'trial'
                    ? 'rules.startTrial'
                    : 'rules.enable',
              )}
            </Button>
          )}
        </>
      }
    />
  )
}

function Paused({ automation }: { automation: Automation }) {
  const { administer } = useRights()
  const { needsSuperadmin, pausedAt, pausedBy } = automation
  return (
    <Notice kind="warning">
      <p>
        {needsSuperadmin
          ? text('rules.pausedRestore')
          : text('rules.paused', {
              at: pausedAt === null ? '' : dateAndHour(pausedAt),
              login: pausedBy ?? '',
            })}
      </p>
      {administer && !needsSuperadmin && (
        <Button size="small" icon="play" onClick={() => void attempt(resume)}>
          {text('rules.resume')}
        </Button>
      )}
    </Notice>
  )
}

async function resume() {
  await api.resumeAutomation()
  await rulesChanged()
}

export function PauseDialog({ onClose }: { onClose: () => void }) {
  const { busy, problem, run } = useAction()
  return (
    <ConfirmDialog
      title={text('rules.pauseTitle')}
      confirm={text('rules.pause')}
      busy={busy}
      onCancel={onClose}
      onConfirm={() =>
        void run(async () => {
          await api.pauseAutomation()
          await rulesChanged()
          onClose()
        })
      }
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>{text('rules.pauseEffect')}</p>
    </ConfirmDialog>
  )
}
