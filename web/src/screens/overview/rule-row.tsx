import type { Rule } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, text } from '../../base/texts/index.ts'
import { rulePath, runsPath } from '../../shared/rules/paths.ts'
import { sentence } from '../../shared/rules/words.ts'
import { Row } from './decision-row.tsx'

/** Stopped by its hourly budget, its expiry or its user: only an administrator resumes it. */
export function RuleRow({ id, rule }: { id: string; rule: Rule }) {
  const { name, stopped, stoppedAt, missed } = rule
  const shown = defangText(name)
  const hidden = <span className="visually-hidden"> {shown}</span>
  return (
    <Row
      id={id}
      tone="warn"
      icon="pause"
      label={text('overview.waiting.rule')}
      title={<Link to={rulePath(rule.id)}>{shown}</Link>}
      why={[stopped && `${sentence(stopped)}.`, missed > 0 && `${counted('rules.missed', missed)}.`]
        .filter(Boolean)
        .join(' ')}
      since={stoppedAt ?? undefined}
      actions={
        <>
          <Link className="button button-plain button-small" to={runsPath({ rule: rule.id })}>
            {text('overview.waiting.runs')}
            {hidden}
          </Link>
          <Link className="button button-plain button-small" to={rulePath(rule.id)}>
            {text('overview.waiting.openRule')}
            {hidden}
          </Link>
        </>
      }
    />
  )
}
