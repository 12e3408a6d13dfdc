import '../../../shared/response/response.css'
import './story.css'
import type { CaseV1 } from '@assay/contract'
import { useLiveVerdicts } from '../../../base/live/use-live-verdicts.ts'
import { navigate } from '../../../base/routing/location.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Fact } from '../../../base/ui/fact.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { CustomFieldsPanel } from '../../../shared/response/custom-fields-panel.tsx'
import { LineFact, TagsFact, TextPanel } from '../../../shared/response/editable-facts.tsx'
import { Owner } from '../../../shared/response/owner.tsx'
import { type CaseChange, changeCase, freshOf } from '../data.ts'
import { HistoryPanel } from '../history-panel.tsx'
import { SideTasks } from './side-tasks.tsx'
import { SideValues } from './side-values.tsx'
import { TechniquesPanel } from './techniques-panel.tsx'
import { Timeline } from './timeline.tsx'

/** What is known and what was done, and next to it what is left. */
export function StoryTab({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  useLiveVerdicts()
  const change = (what: CaseChange) => changeCase(row, what)
  return (
    <div className="story-columns">
      <div>
        <TextPanel
          label={text('cases.story.summary')}
          value={row.description}
          canEdit={analyze}
          fresh={() => freshOf(row, 'description')}
          onSave={(description) => change({ description })}
        />
        {(row.summary || row.status !== 'Open') && (
          <TextPanel
            label={text('cases.story.conclusion')}
            value={row.summary ?? ''}
            canEdit={analyze}
            fresh={() => freshOf(row, 'summary')}
            onSave={(summary) => change({ summary })}
          />
        )}
        <Timeline row={row} />
      </div>
      <div>
        <SideValues row={row} />
        <SideTasks row={row} />
        <TechniquesPanel row={row} />
        <Details row={row} onChange={change} />
      </div>
    </div>
  )
}

interface DetailsProps {
  row: CaseV1
  onChange: (change: CaseChange) => Promise<unknown>
}

/** Needed now and then, so it is folded. */
function Details({ row, onChange }: DetailsProps) {
  const { analyze, administer } = useRights()
  return (
    <details className="panel folded">
      <summary>
        <h2>{text('cases.details')}</h2>
      </summary>
      <dl className="facts">
        <LineFact
          label={text('cases.caseTitle')}
          value={row.title}
          canEdit={analyze}
          fresh={() => freshOf(row, 'title')}
          onSave={(title) => onChange({ title })}
        />
        <TagsFact
          label={text('cases.tags')}
          value={row.tags}
          canEdit={analyze}
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
      <CustomFieldsPanel
        fields={row.customFields}
        canEdit={analyze}
        onSave={(name, value) => onChange({ [`customFields.${name}`]: value } as CaseChange)}
      />
      {administer && <HistoryPanel caseId={row._id} />}
    </details>
  )
}
