import type { CustomFieldV1 } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { useCustomFields } from '../../../base/data/settings.ts'
import { useRights } from '../../../base/session/rights.ts'
import { type TextKey, text } from '../../../base/texts/index.ts'
import type { Column } from '../../../base/ui/table.tsx'
import { SettingsTab } from '../settings-tab.tsx'
import { CustomFieldDialog } from './custom-field-dialog.tsx'

/** Fields that cases and alerts of the organization can have in addition to the usual ones. */
export function CustomFieldsTab() {
  const fields = useCustomFields()
  const { platform } = useRights()
  return (
    <SettingsTab
      texts="fields"
      {...(platform && { about: text('fields.aboutPlatform') })}
      query={fields}
      stale={keyOf('customFields')}
      caption={text('organization.tab.custom-fields')}
      columns={columns()}
      idOf={({ _id }) => _id}
      nameOf={({ displayName }) => displayName}
      icon="edit"
      canEdit
      editor={(field, { saved, close }) => (
        <CustomFieldDialog field={field} onSaved={saved} onClose={close} />
      )}
      remove={({ _id }) => api.deleteCustomFieldV1({ id: _id })}
    />
  )
}

const columns = (): Column<CustomFieldV1>[] => [
  {
    key: 'displayName',
    label: text('fields.label'),
    isHeader: true,
    cell: ({ displayName }) => displayName,
  },
  {
    key: 'name',
    label: text('fields.name'),
    cell: ({ name }) => <span className="value">{name}</span>,
  },
  {
    key: 'type',
    label: text('fields.type'),
    cell: ({ type }) => text(`fields.type.${type}` as TextKey),
  },
  {
    key: 'description',
    label: text('fields.description'),
    isWide: true,
    cell: ({ description, options }) => (
      <>
        {description}
        {options.length > 0 && <small className="types">{options.map(String).join(', ')}</small>}
      </>
    ),
  },
  {
    key: 'mandatory',
    label: text('fields.mandatory'),
    cell: ({ mandatory }) => text(mandatory ? 'app.yes' : 'app.no'),
  },
]
