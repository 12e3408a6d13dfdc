import type { ReportTemplate } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { languageName, text } from '../../../base/texts/index.ts'
import type { Column } from '../../../base/ui/table.tsx'
import { SettingsTab } from '../settings-tab.tsx'
import { ReportTemplateDrawer } from './report-template-drawer.tsx'

/** What case reports begin with; the shipped ones stay as they are. */
export function ReportTemplatesTab() {
  const templates = useQuery({
    queryKey: keyOf('reportTemplates'),
    queryFn: ({ signal }) => api.listReportTemplates({}, { signal }),
  })
  return (
    <SettingsTab
      texts="reportTemplates"
      query={templates}
      stale={keyOf('reportTemplates')}
      caption={text('place.report-templates')}
      columns={columns()}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      canEdit
      isFixed={({ isShipped }) => isShipped}
      editor={(template, { saved, close }) => (
        <ReportTemplateDrawer template={template} onSaved={saved} onClose={close} />
      )}
      remove={({ id }) => api.deleteReportTemplate({ id })}
    />
  )
}

const columns = (): Column<ReportTemplate>[] => [
  {
    key: 'name',
    label: text('templates.name'),
    isHeader: true,
    isWide: true,
    cell: ({ name, isShipped }) => (
      <>
        {name} {isShipped && <small className="muted">{text('reportTemplates.shipped')}</small>}
      </>
    ),
  },
  {
    key: 'language',
    label: text('reportTemplates.language'),
    cell: ({ language }) => languageName(language),
  },
]
