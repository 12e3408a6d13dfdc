import type { Resource } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { fileSize } from '../../../base/model/times.ts'
import { basePath } from '../../../base/routing/base.ts'
import { text } from '../../../base/texts/index.ts'
import { Nothing } from '../../../base/ui/nothing.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction } from '../../../base/use-action.ts'
import { SettingsTab } from '../settings-tab.tsx'
import { UploadButton } from './upload-button.tsx'
import { upload, useResources } from './use-resources.ts'

/** Rules, lists and databases that analyzers are configured with. */
export function ResourcesTab() {
  const resources = useResources()
  const { busy, problem, run } = useAction()
  const send = async (file: File) => {
    const { name } = await upload(file)
    showToast({ kind: 'success', message: text('resources.uploaded', { name }) })
  }
  return (
    <SettingsTab
      texts="resources"
      query={resources}
      stale={keyOf('resources')}
      caption={text('organization.tab.resources')}
      columns={columns()}
      idOf={({ reference }) => reference}
      nameOf={({ name }) => name}
      add={<UploadButton busy={busy} onFile={(file) => void run(() => send(file))} />}
      notice={<Notice kind="error">{problem?.message}</Notice>}
      icon="file"
      isFixed={({ source }) => source !== 'organization'}
      removed={(name) => text('resources.removed', { name })}
      remove={({ name }) => api.deleteResource({ name })}
      buttons={({ name }) => (
        <a className="button button-plain button-small" href={contentAddress(name)} download>
          {text('resources.download')} <span className="visually-hidden">{name}</span>
        </a>
      )}
    />
  )
}

const contentAddress = (name: string) =>
  `${basePath}/api/resource/${encodeURIComponent(name)}/content`

const columns = (): Column<Resource>[] => [
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
    cell: ({ size, isFolder }) => (isFolder ? <Nothing /> : fileSize(size)),
  },
  {
    key: 'createdAt',
    label: text('resources.createdAt'),
    cell: ({ createdAt }) => (createdAt === undefined ? <Nothing /> : <Time at={createdAt} />),
  },
  {
    key: 'createdBy',
    label: text('resources.createdBy'),
    cell: ({ createdBy }) =>
      createdBy === undefined ? '–' : <span className="value">{createdBy}</span>,
  },
]
