import type { CaseV1 } from '@assay/contract'
import { CustomFieldsPanel } from '../response/custom-fields-panel.tsx'
import { Editable } from '../response/editable.tsx'
import { Owner } from '../response/owner.tsx'
import { TagList } from '../response/tag-list.tsx'
import { TagsField } from '../response/tags-field.tsx'
import { WrittenText } from '../response/written-text.tsx'
import { navigate } from '../routing/place.ts'
import { useRights } from '../session/rights.ts'
import { text } from '../texts/index.ts'
import { Field, TextArea } from '../ui/field.tsx'
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
        <Panel title={text('cases.description')}>
          <LongText
            label={text('cases.description')}
            value={row.description}
            canEdit={analyze}
            onSave={(description) => change({ description })}
          />
        </Panel>
        {(row.summary || row.status !== 'Open') && (
          <Panel title={text('cases.summary')}>
            <LongText
              label={text('cases.summary')}
              value={row.summary ?? ''}
              canEdit={analyze}
              onSave={(summary) => change({ summary })}
            />
          </Panel>
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
        <dt>{text('cases.caseTitle')}</dt>
        <dd>
          <Editable
            label={text('cases.caseTitle')}
            value={row.title}
            canEdit={canEdit}
            onSave={(title) => onChange({ title })}
            field={(field) => <Field label={text('cases.caseTitle')} name="title" {...field} />}
          >
            {row.title}
          </Editable>
        </dd>
        <dt>{text('cases.tags')}</dt>
        <dd>
          <Editable
            label={text('cases.tags')}
            value={row.tags}
            canEdit={canEdit}
            onSave={(tags) => onChange({ tags })}
            field={({ value, ...field }) => (
              <TagsField label={text('cases.tags')} tags={value} {...field} />
            )}
          >
            <TagList
              tags={row.tags}
              onPick={(tag) => navigate(`/cases?${new URLSearchParams({ tag })}`)}
            />
          </Editable>
        </dd>
        <dt>{text('cases.createdBy')}</dt>
        <dd>
          <Owner login={row._createdBy} />, <Time at={row._createdAt} style="full" />
        </dd>
        {row._updatedAt !== undefined && (
          <>
            <dt>{text('cases.changedBy')}</dt>
            <dd>
              <Owner login={row._updatedBy} />, <Time at={row._updatedAt} style="full" />
            </dd>
          </>
        )}
      </dl>
    </Panel>
  )
}

interface LongTextProps {
  label: string
  value: string
  canEdit: boolean
  onSave: (value: string) => Promise<unknown>
}

/** Text of people that is edited where it stands. */
export function LongText({ label, value, canEdit, onSave }: LongTextProps) {
  return (
    <Editable
      label={label}
      value={value}
      canEdit={canEdit}
      onSave={onSave}
      field={(field) => <TextArea label={label} name="text" rows={10} {...field} />}
    >
      <WrittenText value={value} />
    </Editable>
  )
}
