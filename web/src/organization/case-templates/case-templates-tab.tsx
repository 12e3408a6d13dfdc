import type { CaseTemplateV1 } from '@assay/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { keyOf } from '../../data/keys.ts'
import { formatNumber, text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { PapMark, SeverityMark, TlpMark } from '../../ui/marks.tsx'
import { Answer, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { RemoveDialog } from '../remove-dialog.tsx'
import { RowTasks } from '../row-tasks.tsx'
import { TemplateDrawer } from './template-drawer.tsx'

/** What a new case can start from. */
export function CaseTemplatesTab() {
  const client = useQueryClient()
  const templates = useQuery({
    queryKey: keyOf('caseTemplates', 'administered'),
    queryFn: async ({ signal }) =>
      (await api.listCaseTemplatesV1({ range: 'all', sort: '+name' }, { signal })).rows,
  })
  const [open, setOpen] = useState<{ task: 'save' | 'remove'; template?: CaseTemplateV1 }>()
  const changed = () => void client.invalidateQueries({ queryKey: keyOf('caseTemplates') })
  const close = () => setOpen(undefined)
  const add = (
    <Button kind="primary" size="small" icon="plus" onClick={() => setOpen({ task: 'save' })}>
      {text('templates.add')}
    </Button>
  )
  return (
    <>
      <div className="filters">
        <p className="muted">{text('templates.about')}</p>
        <span className="filters-end">{add}</span>
      </div>
      <Answer query={templates}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={text('templates.none')} icon="case" action={add}>
              {text('templates.noneAbout')}
            </Empty>
          ) : (
            <Table
              caption={text('organization.tab.case-templates')}
              columns={columns((task, template) => setOpen({ task, template }))}
              rows={rows}
              idOf={({ _id }) => _id}
            />
          )
        }
      </Answer>
      {open?.task === 'save' && (
        <TemplateDrawer template={open.template} onSaved={changed} onClose={close} />
      )}
      {open?.task === 'remove' && open.template && (
        <RemoveDialog
          title={text('templates.removeTitle', { name: open.template.displayName })}
          done={text('settings.removed', { name: open.template.displayName })}
          onRemove={async () => {
            await api.deleteCaseTemplateV1({ id: open.template?._id ?? '' })
            changed()
          }}
          onClose={close}
        >
          <p>{text('templates.removeEffect')}</p>
        </RemoveDialog>
      )}
    </>
  )
}

type OnTask = (task: 'save' | 'remove', template: CaseTemplateV1) => void

const Nothing = () => <span className="muted">–</span>

const columns = (onTask: OnTask): Column<CaseTemplateV1>[] => [
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
  {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: (template) => (
      <RowTasks
        name={template.displayName}
        onEdit={() => onTask('save', template)}
        onRemove={() => onTask('remove', template)}
      />
    ),
  },
]
