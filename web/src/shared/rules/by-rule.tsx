import type { RuleCredit, RuleObjectType } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Sentence } from '../../base/ui/sentence.tsx'
import { runsPath } from './paths.ts'

interface ByRuleProps {
  rule: RuleCredit
  /** Where something ran that no one started: the link says what it answers. */
  isWhy?: boolean
}

/** What did this: the name of the rule, and for those who may see it what exactly it did and why. */
export const ByRule = ({ rule, isWhy = false }: ByRuleProps) => (
  <span className="by-rule">
    <Sentence of="app.byRule" parts={{ rule: <RuleName rule={rule} isWhy={isWhy} /> }} />
  </span>
)

function RuleName({ rule: { name, runId }, isWhy = false }: ByRuleProps) {
  const { analyze } = useRights()
  const shown = defangText(name)
  if (!analyze || runId === undefined) return <strong>{shown}</strong>
  return (
    <Link to={runsPath({ run: runId })} {...(isWhy && { title: text('app.whyRun') })}>
      {shown}
    </Link>
  )
}

interface RulesActedProps {
  objectType: Extract<RuleObjectType, 'alert' | 'task' | 'observable'>
  objectId: string
}

const maxRuns = 20

/** Rules that acted on it, each by its newest run; nothing where none did. */
export function RulesActed({ objectType, objectId }: RulesActedProps) {
  const { analyze } = useRights()
  const { data } = useQuery({
    queryKey: keyOf('ruleRuns', 'of', objectType, objectId),
    queryFn: ({ signal }) =>
      api.listRuleRuns({ objectType, objectId, mode: 'on', range: `0-${maxRuns}` }, { signal }),
    enabled: analyze,
    staleTime: 30_000,
  })
  const rules = new Map<string, RuleCredit>()
  for (const { id, ruleId, ruleName, tally } of data?.rows ?? [])
    if ((tally.done ?? 0) + (tally.running ?? 0) > 0 && !rules.has(ruleId))
      rules.set(ruleId, { name: ruleName, runId: id })
  if (rules.size === 0) return null
  const names = [...rules.values()].map((rule, index) => (
    <Fragment key={rule.runId}>
      {index > 0 && ', '}
      <RuleName rule={rule} />
    </Fragment>
  ))
  return (
    <p className="muted rules-acted">
      <Sentence of="app.rulesActed" parts={{ rules: names }} />
    </p>
  )
}
