import { defang } from '@assay/contract'
import type { ReactNode } from 'react'
import { Refusal } from '../../base/problem.ts'
import { changedSearch, navigate } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { CopyMenu } from '../../base/ui/copy.tsx'
import { Time } from '../../base/ui/time.tsx'
import { CustomFieldsPanel } from '../../shared/response/custom-fields-panel.tsx'
import { LineFact, TagsFact } from '../../shared/response/editable-facts.tsx'
import { Owner } from '../../shared/response/owner.tsx'
import { changeAlert } from './changes.ts'
import { dismissalName } from './dismissals.ts'
import type { AlertDetail } from './use-alert.ts'

/** Title and tags, origin and custom fields: needed now and then, so they are collapsed. */
export function AlertDetails({ alert }: { alert: AlertDetail }) {
  const { analyze } = useRights()
  const { _id, title, tags, customFields } = alert
  return (
    <details className="panel alert-details">
      <summary>
        <h2>{text('alerts.details')}</h2>
      </summary>
      <dl className="facts">
        <LineFact
          label={text('alerts.titleLabel')}
          value={title}
          canEdit={analyze}
          isRequired
          onSave={(next) => changeAlert(_id, { title: givenTitle(next) })}
        />
        <TagsFact
          label={text('alerts.tags')}
          value={tags}
          canEdit={analyze}
          onSave={(next) => changeAlert(_id, { tags: next })}
          onPick={(tag) => navigate(`/alerts${changedSearch('', { tag, view: 'all' })}`)}
        />
      </dl>
      <h3>{text('alerts.origin')}</h3>
      <Origin alert={alert} />
      <CustomFieldsPanel
        fields={customFields}
        canEdit={analyze}
        onSave={(name, value) => changeAlert(_id, { [`customFields.${name}`]: value })}
      />
    </details>
  )
}

function givenTitle(typed: string): string {
  if (typed.trim() === '') throw new Refusal(text('alerts.missing'))
  return typed.trim()
}

/** Where it came from; not editable. */
function Origin({ alert }: { alert: AlertDetail }) {
  const { externalLink, caseTemplate, follow, dismissal } = alert
  const facts: [string, ReactNode][] = [
    [text('alerts.source'), alert.source],
    [text('alerts.type'), alert.type],
    [text('alerts.reference'), alert.sourceRef],
    [text('alerts.date'), <Time key="date" at={alert.date} style="full" />],
    [text('alerts.received'), <Time key="received" at={alert._createdAt} style="full" />],
    [text('alerts.by'), <Owner key="by" login={alert._createdBy} />],
    [text('alerts.updated'), <Time key="updated" at={alert._updatedAt} style="full" />],
    [text('alerts.follow'), text(follow ? 'alerts.followed' : 'alerts.notFollowed')],
    [text('alerts.dismissalLabel'), dismissal ? dismissalName(dismissal) : '–'],
    [text('alerts.template'), caseTemplate ?? '–'],
    [text('alerts.link'), externalLink ? <OutsideLink key="link" address={externalLink} /> : '–'],
  ]
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label} className="fact">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** It came with the alert, so it is as hostile as the alert: shown, copied, never followed. */
const OutsideLink = ({ address }: { address: string }) => (
  <span className="observable">
    <span className="value">{defang('url', address)}</span>
    <CopyMenu dataType="url" value={address} />
  </span>
)
