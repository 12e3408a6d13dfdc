import type { ObservableV1 } from '@assay/contract'
import { Editable } from '../../response/editable.tsx'
import { Owner } from '../../response/owner.tsx'
import { TagList } from '../../response/tag-list.tsx'
import { TagsField } from '../../response/tags-field.tsx'
import { WrittenText } from '../../response/written-text.tsx'
import { useRights } from '../../session/rights.ts'
import { text } from '../../texts/index.ts'
import { Check, TextArea } from '../../ui/field.tsx'
import { TaxonomyMarks } from '../../ui/marks.tsx'
import { Panel } from '../../ui/page.tsx'
import { ZipLink } from '../zip-link.tsx'
import { changeObservables, findingsOf, type ObservableChange } from './data.ts'

export function ObservableDetails({ row }: { row: ObservableV1 }) {
  const { analyze } = useRights()
  const change = (what: ObservableChange) => changeObservables([row._id], what)
  const findings = findingsOf(row)
  return (
    <Panel className="observable-details">
      <dl className="facts">
        <dt>{text('cases.message')}</dt>
        <dd>
          <Editable
            label={text('cases.message')}
            value={row.message ?? ''}
            canEdit={analyze}
            onSave={(message) => change({ message })}
            field={(field) => (
              <TextArea label={text('cases.message')} name="message" rows={3} {...field} />
            )}
          >
            <WrittenText value={row.message} />
          </Editable>
        </dd>
        <dt>{text('cases.tags')}</dt>
        <dd>
          <Editable
            label={text('cases.tags')}
            value={row.tags}
            canEdit={analyze}
            onSave={(tags) => change({ tags })}
            field={({ value, ...field }) => (
              <TagsField label={text('cases.tags')} tags={value} {...field} />
            )}
          >
            <TagList tags={row.tags} />
          </Editable>
        </dd>
        {findings.length > 0 && (
          <>
            <dt>{text('cases.findings')}</dt>
            <dd>
              <TaxonomyMarks taxonomies={findings} />
            </dd>
          </>
        )}
        {row.attachment && (
          <>
            <dt>{text('cases.file')}</dt>
            <dd>
              <ZipLink file={row.attachment} />
            </dd>
            <dt>{text('cases.hashes')}</dt>
            <dd className="value">
              {row.attachment.hashes?.map((hash) => (
                <div key={hash}>{hash}</div>
              ))}
            </dd>
          </>
        )}
        <dt>{text('cases.similarity')}</dt>
        <dd>
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
        </dd>
        <dt>{text('cases.createdBy')}</dt>
        <dd>
          <Owner login={row._createdBy} />
        </dd>
      </dl>
    </Panel>
  )
}
