import type { CaseV1 } from '@assay/contract'
import { CustomFieldsPanel } from '../response/custom-fields-panel.tsx'
import { LineFact, TagsFact, TextPanel } from '../response/editable-facts.tsx'
import { Owner } from '../response/owner.tsx'
import { navigate } from '../routing/location.ts'
import { useRights } from '../session/rights.ts'
import { text } from '../texts/index.ts'
import { Fact } from '../ui/fact.tsx'
import { Panel } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { AlertsPanel } from './alerts-panel.tsx'
import { type CaseChange, changeCase } from './data.ts'
import { HistoryPanel } from './history-panel.tsx'

export function SummaryTab({ row }: { row: CaseV1 }) {
  const { analyze, administer } = useRights()
  const change = (what: CaseChange) => changeCase(row, what)
  return (
    <div className="two-columns">
      <div>
        <TextPanel
          label={text('cases.description')}
          value={row.description}
          canEdit={analyze}
          onSave={(description) => change({ description })}
        />
        {(row.summary || row.status !== 'Open') && (
          <TextPanel
            label={text('cases.summary')}
            value={row.summary ?? ''}
            canEdit={analyze}
            onSave={(summary) => change({ summary })}
          />
        )}
        <AlertsPanel caseId={row._id} />
        {administer && <HistoryPanel caseId={row._id} />}
      </div>
      <div>
        <DetailsPanel row={row} canEdit={analyze} onChange={change} />
        <CustomFieldsPanel
          fields={row.customFields}
          canEdit={analyze}
          onSave={(name, value) => change({ [`customFields.${name}`]: value } as CaseChange)}
        />
      </div>
    </div>
  )
}

interface DetailsPanelProps {
  row: CaseV1
  canEdit: boolean
  onChange: (change: CaseChange) => Promise<unknown>
}

function DetailsPanel({ row, canEdit, onChange }: DetailsPanelProps) {
  return (
    <Panel title={text('cases.details')}>
      <dl className="facts">
        <LineFact
          label={text('cases.caseTitle')}
          value={row.title}
          canEdit={canEdit}
          onSave={(title) => onChange({ title })}
        />
        <TagsFact
          label={text('cases.tags')}
          value={row.tags}
          canEdit={canEdit}
          onSave={(tags) => onChange({ tags })}
          onPick={(tag) => navigate(`/cases?${new URLSearchParams({ tag })}`)}
        />
        <Fact label={text('cases.createdBy')}>
          <Owner login={row._createdBy} />, <Time at={row._createdAt} style="full" />
        </Fact>
        {row._updatedAt !== undefined && (
          <Fact label={text('cases.changedBy')}>
            <Owner login={row._updatedBy} />, <Time at={row._updatedAt} style="full" />
          </Fact>
        )}
      </dl>
    </Panel>
  )
}
