import type { CaseTemplateV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { formatNumber, text } from '../../../base/texts/index.ts'
import { PapMark, SeverityMark, TlpMark } from '../../../base/ui/marks.tsx'
import { Nothing } from '../../../base/ui/nothing.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { SettingsTab } from '../settings-tab.tsx'
import { TemplateDrawer } from './template-drawer.tsx'

/** What a new case can start from. */
export function CaseTemplatesTab() {
  const templates = useQuery({
    queryKey: keyOf('caseTemplates', 'administered'),
    queryFn: async ({ signal }) =>
      (await api.listCaseTemplatesV1({ range: 'all', sort: '+name' }, { signal })).rows,
  })
  return (
    <SettingsTab
      texts="templates"
      query={templates}
      stale={keyOf('caseTemplates')}
      caption={text('organization.tab.case-templates')}
      columns={columns()}
      idOf={({ _id }) => _id}
      nameOf={({ displayName }) => displayName}
      icon="case"
      canEdit
      editor={(template, { saved, close }) => (
        <TemplateDrawer template={template} onSaved={saved} onClose={close} />
      )}
      remove={({ _id }) => api.deleteCaseTemplateV1({ id: _id })}
    />
  )
}

const columns = (): Column<CaseTemplateV1>[] => [
  {
    key: 'name',
    label: text('templates.name'),
    isHeader: true,
    isWide: true,
    cell: ({ name, displayName, description }) => (
      <div className="worker-name">
        <span>
          {displayName} {displayName !== name && <small className="muted value">{name}</small>}
        </span>
        {description && <small className="muted worker-about">{description}</small>}
      </div>
    ),
  },
  {
    key: 'severity',
    label: text('templates.severity'),
    cell: ({ severity }) =>
      severity === undefined ? <Nothing /> : <SeverityMark severity={severity} />,
  },
  {
    key: 'marks',
    label: 'TLP, PAP',
    cell: ({ tlp, pap }) =>
      tlp === undefined && pap === undefined ? (
        <Nothing />
      ) : (
        <span className="marks">
          <TlpMark tlp={tlp} /> <PapMark pap={pap} />
        </span>
      ),
  },
  {
    key: 'tags',
    label: text('templates.tags'),
    cell: ({ tags }) =>
      tags.length > 0 ? <span className="types">{tags.join(', ')}</span> : <Nothing />,
  },
  {
    key: 'taskCount',
    label: text('templates.tasks'),
    align: 'right',
    cell: ({ tasks }) => formatNumber(tasks.length),
  },
]
