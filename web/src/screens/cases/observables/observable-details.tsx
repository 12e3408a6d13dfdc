import type { ObservableV1 } from '@assay/contract'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Fact } from '../../../base/ui/fact.tsx'
import { Check } from '../../../base/ui/field.tsx'
import { TaxonomyMarks } from '../../../base/ui/marks.tsx'
import { Panel } from '../../../base/ui/page.tsx'
import { Editable } from '../../../shared/response/editable.tsx'
import { EditableText, TagsFact } from '../../../shared/response/editable-facts.tsx'
import { Owner } from '../../../shared/response/owner.tsx'
import { ZipLink } from '../zip-link.tsx'
import { changeObservables, findingsOf, type ObservableChange } from './data.ts'

export function ObservableDetails({ row }: { row: ObservableV1 }) {
  const { analyze } = useRights()
  const change = (what: ObservableChange) => changeObservables([row._id], what)
  const findings = findingsOf(row)
  return (
    <Panel className="observable-details">
      <dl className="facts">
        <Fact label={text('cases.message')}>
          <EditableText
            label={text('cases.message')}
            value={row.message ?? ''}
            canEdit={analyze}
            rows={3}
            onSave={(message) => change({ message })}
          />
        </Fact>
        <TagsFact
          label={text('cases.tags')}
          value={row.tags}
          canEdit={analyze}
          onSave={(tags) => change({ tags })}
        />
        {findings.length > 0 && (
          <Fact label={text('cases.findings')}>
            <TaxonomyMarks taxonomies={findings} />
          </Fact>
        )}
        {row.attachment && (
          <>
            <Fact label={text('cases.file')}>
              <ZipLink file={row.attachment} />
            </Fact>
            <dt>{text('cases.hashes')}</dt>
            <dd className="value">
              {row.attachment.hashes?.map((hash) => (
                <div key={hash}>{hash}</div>
              ))}
            </dd>
          </>
        )}
        <Fact label={text('cases.similarity')}>
          <Editable
            label={text('cases.similarity')}
            value={row.ignoreSimilarity ?? false}
            canEdit={analyze}
            onSave={(ignoreSimilarity) => change({ ignoreSimilarity })}
            field={({ value, onChange }) => (
              <Check label={text('cases.ignored')} checked={value} onChange={onChange} />
            )}
          >
            {text(row.ignoreSimilarity ? 'cases.ignored' : 'cases.compared')}
          </Editable>
        </Fact>
        <Fact label={text('cases.createdBy')}>
          <Owner login={row._createdBy} />
        </Fact>
      </dl>
    </Panel>
  )
}
