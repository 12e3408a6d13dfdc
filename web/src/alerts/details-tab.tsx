import { defang } from '@assay/contract'
import type { ReactNode } from 'react'
import { Refusal } from '../problem.ts'
import { CustomFieldsPanel } from '../response/custom-fields-panel.tsx'
import { Editable } from '../response/editable.tsx'
import { Owner } from '../response/owner.tsx'
import { TagList } from '../response/tag-list.tsx'
import { TagsField } from '../response/tags-field.tsx'
import { WrittenText } from '../response/written-text.tsx'
import { changedSearch, navigate } from '../routing/place.ts'
import { useRights } from '../session/rights.ts'
import { text } from '../texts/index.ts'
import { CopyMenu } from '../ui/copy.tsx'
import { Field, TextArea } from '../ui/field.tsx'
import { Panel } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { changeAlert } from './changes.ts'
import type { AlertDetail } from './use-alert.ts'

export function DetailsTab({ alert }: { alert: AlertDetail }) {
  const { analyze } = useRights()
  const { _id, title, description, tags, customFields } = alert
  return (
    <div className="alert-details">
      <div>
        <Panel title={text('alerts.tab.details')}>
          <dl className="facts facts-wide">
            <dt>{text('alerts.titleLabel')}</dt>
            <dd>
              <Editable
                label={text('alerts.titleLabel')}
                value={title}
                canEdit={analyze}
                onSave={(next) => changeAlert(_id, { title: givenTitle(next) })}
                field={(field) => (
                  <Field {...field} label={text('alerts.titleLabel')} name="title" isRequired />
                )}
              >
                {title}
              </Editable>
            </dd>
            <dt>{text('alerts.description')}</dt>
            <dd>
              <Editable
                label={text('alerts.description')}
                value={description}
                canEdit={analyze}
                onSave={(next) => changeAlert(_id, { description: next })}
                field={(field) => (
                  <TextArea
                    {...field}
                    label={text('alerts.description')}
                    name="description"
                    rows={10}
                  />
                )}
              >
                <WrittenText value={description} />
              </Editable>
            </dd>
            <dt>{text('alerts.tags')}</dt>
            <dd>
              <Editable
                label={text('alerts.tags')}
                value={tags}
                canEdit={analyze}
                onSave={(next) => changeAlert(_id, { tags: next })}
                field={({ value, onChange, error }) => (
                  <TagsField
                    label={text('alerts.tags')}
                    tags={value}
                    onChange={onChange}
                    error={error}
                  />
                )}
              >
                <TagList
                  tags={tags}
                  onPick={(tag) => navigate(`/alerts${changedSearch('', { tag })}`)}
                />
              </Editable>
            </dd>
          </dl>
        </Panel>
        <CustomFieldsPanel
          fields={customFields}
          canEdit={analyze}
          onSave={(name, value) => changeAlert(_id, { [`customFields.${name}`]: value })}
        />
      </div>
      <Origin alert={alert} />
    </div>
  )
}

function givenTitle(typed: string): string {
  if (typed.trim() === '') throw new Refusal(text('alerts.missing'))
  return typed.trim()
}

/** Where it came from; nobody edits that. */
function Origin({ alert }: { alert: AlertDetail }) {
  const { externalLink, caseTemplate, follow } = alert
  const facts: [string, ReactNode][] = [
    [text('alerts.source'), alert.source],
    [text('alerts.type'), alert.type],
    [text('alerts.reference'), alert.sourceRef],
    [text('alerts.date'), <Time key="date" at={alert.date} style="full" />],
    [text('alerts.received'), <Time key="received" at={alert._createdAt} style="full" />],
    [text('alerts.by'), <Owner key="by" login={alert._createdBy} />],
    [text('alerts.updated'), <Time key="updated" at={alert._updatedAt} style="full" />],
    [text('alerts.follow'), text(follow ? 'alerts.followed' : 'alerts.notFollowed')],
    [text('alerts.template'), caseTemplate ?? '–'],
    [text('alerts.link'), externalLink ? <OutsideLink key="link" address={externalLink} /> : '–'],
  ]
  return (
    <Panel title={text('alerts.origin')}>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label} className="fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** It came with the alert, so it is as hostile as the alert: shown, copied, never followed. */
const OutsideLink = ({ address }: { address: string }) => (
  <span className="observable">
    <span className="value">{defang('url', address)}</span>
    <CopyMenu dataType="url" value={address} />
  </span>
)
