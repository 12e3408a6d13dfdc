import type { Resource } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../api.ts'
import { fileSize } from '../../model/times.ts'
import { basePath } from '../../routing/base.ts'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Answer, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAction } from '../../use-action.ts'
import { RemoveDialog } from '../remove-dialog.tsx'
import { UploadButton } from './upload-button.tsx'
import { useResources, useResourcesChanged, useUpload } from './use-resources.ts'

/** Rules, lists and databases that analyzers are configured with. */
export function ResourcesTab() {
  const resources = useResources()
  const changed = useResourcesChanged()
  const send = useUpload()
  const { busy, problem, run } = useAction()
  const [removed, setRemoved] = useState<Resource>()
  const upload = (
    <UploadButton
      kind="primary"
      busy={busy}
      onFile={(file) =>
        void run(async () => {
          const { name } = await send(file)
          showToast({ kind: 'success', message: text('resources.uploaded', { name }) })
        })
      }
    />
  )
  return (
    <>
      <div className="filters">
        <p className="muted">{text('resources.about')}</p>
        <span className="filters-end">{upload}</span>
      </div>
      <Notice kind="error">{problem?.message}</Notice>
      <Answer query={resources}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={text('resources.none')} icon="file" action={upload}>
              {text('resources.noneAbout')}
            </Empty>
          ) : (
            <Table
              caption={text('organization.tab.resources')}
              columns={columns(setRemoved)}
              rows={rows}
              idOf={({ reference }) => reference}
            />
          )
        }
      </Answer>
      {removed && (
        <RemoveDialog
          title={text('resources.removeTitle', { name: removed.name })}
          done={text('resources.removed', { name: removed.name })}
          onRemove={async () => {
            await api.deleteResource({ name: removed.name })
            changed()
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{text('resources.removeEffect')}</p>
        </RemoveDialog>
      )}
    </>
  )
}

const contentAddress = (name: string) =>
  `${basePath}/api/resource/${encodeURIComponent(name)}/content`

const columns = (onRemove: (resource: Resource) => void): Column<Resource>[] => [
  {
    key: 'name',
    label: text('resources.name'),
    isHeader: true,
    isWide: true,
    cell: ({ name, isFolder }) => <span className="value">{isFolder ? `${name}/` : name}</span>,
  },
  {
    key: 'source',
    label: text('resources.source'),
    cell: ({ source }) => text(`resources.source.${source}`),
  },
  {
    key: 'size',
    label: text('resources.size'),
    align: 'right',
    cell: ({ size, isFolder }) => (isFolder ? '–' : fileSize(size)),
  },
  {
    key: 'createdAt',
    label: text('resources.createdAt'),
    cell: ({ createdAt }) => (createdAt === undefined ? '–' : <Time at={createdAt} />),
  },
  {
    key: 'createdBy',
    label: text('resources.createdBy'),
    cell: ({ createdBy }) =>
      createdBy === undefined ? '–' : <span className="value">{createdBy}</span>,
  },
  {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: (resource) =>
      resource.source === 'organization' && (
        <span className="row-buttons">
          <a
            className="button button-plain button-small"
            href={contentAddress(resource.name)}
            download
          >
            {text('resources.download')} <span className="visually-hidden">{resource.name}</span>
          </a>
          <Button size="small" icon="trash" iconOnly onClick={() => onRemove(resource)}>
            {text('settings.remove', { name: resource.name })}
          </Button>
        </span>
      ),
  },
]
