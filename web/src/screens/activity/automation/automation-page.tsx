import './automation.css'
import { type RuleRun, ruleRunStates } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { Link } from '../../../base/routing/link.tsx'
import { useSearch } from '../../../base/routing/location.ts'
import { useRights } from '../../../base/session/rights.ts'
import { counted, formatNumber, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Icon } from '../../../base/ui/icons.tsx'
import { Page } from '../../../base/ui/page.tsx'
import { Answer, Empty } from '../../../base/ui/states.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { useLetterKeys } from '../../../base/ui/use-letter-keys.ts'
import { useRules } from '../../../shared/rules/data.ts'
import { outcomeIcon, outcomeOf } from '../../../shared/rules/outcome.ts'
import { ActivityTabs } from '../tabs.tsx'
import { RunDetail } from './run-detail.tsx'
import { WhyPanel } from './why-panel.tsx'

const pageSize = 50
const modes = ['on', 'trial'] as const

/** What rules did, why, and why not. */
export function AutomationRunsPage() {
  const { params, set } = useSearch()
  const rules = useRules()
  const rule = params.get('rule') ?? undefined
  const state = ruleRunStates.find((one) => one === params.get('state'))
  const mode = modes.find((one) => one === params.get('mode'))
  const shown = Math.min(1_000, Math.max(1, Number(params.get('pages')) || 1) * pageSize)
  const query = useQuery({
    queryKey: keyOf('ruleRuns', 'list', { rule, state, mode, shown }),
    queryFn: ({ signal }) =>
      api.listRuleRuns(
        {
          ...(rule ? { rule } : {}),
          ...(state ? { state } : {}),
          ...(mode ? { mode } : {}),
          range: `0-${shown}`,
        },
        { signal },
      ),
    refetchInterval: 10_000,
    placeholderData: (previous) => previous,
  })
  const rows = query.data?.rows ?? []
  const chosen = params.get('run') ?? rows[0]?.id
  useLetterKeys({
    j: () => set({ run: neighbor(rows, chosen, 1) }),
    k: () => set({ run: neighbor(rows, chosen, -1) }),
    w: () => document.querySelector<HTMLElement>('.why-panel input')?.focus(),
  })
  const isFiltered = rule !== undefined || state !== undefined || mode !== undefined
  return (
    <Page
      title={text('activity.title')}
      tabTitle={`${text('activity.automation')} – ${text('activity.title')}`}
    >
      <ActivityTabs current="automation" />
      <search className="filters" aria-label={text('rules.filters')}>
        <Choice
          label={text('rules.filter.rule')}
          value={rule ?? ''}
          onChange={(next) => set({ rule: next, run: undefined }, { push: true })}
          options={(rules.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Choice
          label={text('rules.filter.state')}
          value={state ?? ''}
          onChange={(next) => set({ state: next, run: undefined }, { push: true })}
          options={ruleRunStates.map((value) => ({
            value,
            label: text(`rules.runState.${value}`),
          }))}
        />
        <Choice
          label={text('rules.filter.mode')}
          value={mode ?? ''}
          onChange={(next) => set({ mode: next, run: undefined }, { push: true })}
          options={modes.map((value) => ({ value, label: text(`rules.mode.${value}`) }))}
        />
        {query.data && (
          <p className="muted filters-end">{counted('rules.found', query.data.total)}</p>
        )}
      </search>
      <div className="rule-runs">
        <section className="panel run-list" aria-label={text('rules.look')}>
          <Answer query={query}>
            {({ rows: runs, total }) =>
              runs.length === 0 ? (
                <NoRuns isFiltered={isFiltered} />
              ) : (
                <>
                  <ul>
                    {runs.map((run) => (
                      <RunRow key={run.id} run={run} isChosen={run.id === chosen} />
                    ))}
                  </ul>
                  {total > runs.length && (
                    <Button
                      kind="quiet"
                      size="small"
                      onClick={() => set({ pages: String(shown / pageSize + 1) })}
                    >
                      {text('rules.moreRuns', { count: formatNumber(total - runs.length) })}
                    </Button>
                  )}
                </>
              )
            }
          </Answer>
        </section>
        <div className="run-side">
          {chosen !== undefined && <RunDetail key={chosen} id={chosen} />}
          <WhyPanel />
        </div>
      </div>
    </Page>
  )
}

function neighbor(rows: readonly RuleRun[], id: string | undefined, by: 1 | -1) {
  const at = rows.findIndex((row) => row.id === id)
  return rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.id
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  const { administer } = useRights()
  return (
    <Empty
      title={text(isFiltered ? 'rules.noRunsHere' : 'rules.noRuns')}
      icon="refresh"
      action={
        administer &&
        !isFiltered && (
          <Link className="button button-plain" to="/settings/automation">
            {text('rules.toSettings')}
          </Link>
        )
      }
    >
      {text('rules.noRunsAbout')}
    </Empty>
  )
}

function RunRow({ run, isChosen }: { run: RuleRun; isChosen: boolean }) {
  const { params, set } = useSearch()
  const next = new URLSearchParams(params)
  next.set('run', run.id)
  return (
    <li className="run" data-row={run.id} data-chosen={isChosen || undefined}>
      <Icon name={outcomeIcon(run)} />
      <div>
        <Link
          to={`/activity/automation?${next}`}
          aria-current={isChosen ? 'true' : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            set({ run: run.id })
          }}
        >
          {run.ruleName}
        </Link>
        <p>
          <RunObjects run={run} />
        </p>
        <p className="muted">{outcomeOf(run)}</p>
      </div>
      <Time at={run.at} />
    </li>
  )
}

/** What it was about: the object and what it is in, or how many. */
function RunObjects({ run: { objects, objectCount, root } }: { run: RuleRun }) {
  const [one] = objects
  if (objectCount !== 1 || !one) return `${root.title} · ${counted('rules.objects', objectCount)}`
  if (one.objectId === root.objectId) return root.title
  return (
    <>
      <span className={one.objectType === 'observable' ? 'value' : undefined}>{one.title}</span>
      {` · ${root.title}`}
    </>
  )
}

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string | undefined) => void
  options: readonly { value: string; label: string }[]
}

const Choice = ({ label, value, onChange, options }: ChoiceProps) => (
  <label className="run-filter">
    <span className="visually-hidden">{label}</span>
    <select
      className="input"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    >
      <option value="">{text('rules.filter.all', { what: label })}</option>
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
  </label>
)
