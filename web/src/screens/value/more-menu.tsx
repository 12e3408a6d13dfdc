import type { Job, ValueDetail, ValueName, ValueRelations } from '@assay/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api, zipAddress } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { problemOf } from '../../base/problem.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { copyText } from '../../base/ui/copy.tsx'
import { Menu, type MenuItem } from '../../base/ui/menu.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { downloadText } from '../../shared/export/download.ts'
import { fileNameFor, valueJson, valueMarkdown } from './export.ts'

interface MoreMenuProps {
  subject: ValueName
  found: ValueDetail
  newest: Job | undefined
  marking: { tlp: number; pap: number }
  /** Actions that have no room of their own, as on a phone. */
  first: readonly (MenuItem | false)[]
  last?: readonly (MenuItem | false)[]
}

/** Rare actions, and those that should not be clicked by accident. */
export function MoreMenu({ subject, found, newest, marking, first, last = [] }: MoreMenuProps) {
  const client = useQueryClient()
  const { status } = useSession()
  const relations = () => client.getQueryData<ValueRelations>(keyOf('value', subject, 'relations'))
  const name = fileNameFor(found)
  const exportStix = async () => {
    if (!newest) return
    try {
      const bundle = await api.jobAsStix({ id: newest.id })
      downloadText(`${name}-stix`, 'json', `${JSON.stringify(bundle, null, 2)}\n`)
    } catch (error) {
      showToast({ kind: 'error', message: problemOf(error).message })
    }
  }
  const { file, hash } = found
  const password = status.config.protectDownloadsWith
  return (
    <Menu
      label={text('value.more')}
      name={text('value.more')}
      button={{ icon: 'more', iconOnly: true, kind: 'quiet' }}
      items={[
        ...first,
        {
          label: text('value.copyOriginal'),
          icon: 'copy',
          onSelect: () => void copyText(subject.data ?? subject.hash ?? ''),
        },
        {
          label: text('value.exportJson'),
          icon: 'download',
          onSelect: () => downloadText(name, 'json', valueJson(found, relations())),
        },
        {
          label: text('value.exportMarkdown'),
          icon: 'download',
          onSelect: () => downloadText(name, 'md', valueMarkdown(found, relations(), marking)),
        },
        {
          label: text('value.exportStix'),
          icon: 'download',
          unavailable: !newest && text('value.stixNeedsReport'),
          onSelect: () => void exportStix(),
        },
        file !== undefined &&
          hash !== undefined && {
            label: password
              ? text('value.downloadZipWith', { password })
              : text('value.downloadZip'),
            icon: 'file',
            unavailable: !file.isStored && text('value.notStored'),
            onSelect: () => location.assign(zipAddress(hash, file.names[0] ?? hash)),
          },
        ...last,
      ]}
    />
  )
}
