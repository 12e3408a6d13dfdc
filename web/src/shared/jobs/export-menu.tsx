import type { Job } from '@assay/contract'
import { api } from '../../base/api.ts'
import { readSummaries } from '../../base/data/summaries.ts'
import { problemOf } from '../../base/problem.ts'
import { text } from '../../base/texts/index.ts'
import { Menu } from '../../base/ui/menu.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { downloadText, type FileKind } from '../export/download.ts'
import { jobsToCsv, jobsToJson, jobsToMarkdown } from '../export/jobs.ts'
import type { useBulk } from './use-bulk.ts'

/** Reports may be large, and all of them are in memory until the file is written. */
const maxReports = 500

interface ExportMenuProps {
  jobs: readonly Job[]
  /** Of the file, and the heading in Markdown. */
  name: string
  bulk: ReturnType<typeof useBulk>
  size?: 'normal' | 'small'
}

export function ExportMenu({ jobs, name, bulk, size = 'small' }: ExportMenuProps) {
  const findings = () =>
    readSummaries(jobs.filter(({ status }) => status === 'Success').map(({ id }) => id))
  const save = async (kind: FileKind, content: () => Promise<string>) => {
    try {
      downloadText(fileName(name), kind, await content())
    } catch (error) {
      showToast({ kind: 'error', message: problemOf(error).message })
    }
  }
  const withReports = async () => {
    const { done } = await bulk.run({
      label: text('jobs.reading'),
      items: jobs,
      nameOf: ({ id }) => id,
      work: ({ id }) => api.getReport({ id }),
    })
    const order = new Map(jobs.map(({ id }, index) => [id, index]))
    const place = ({ id }: Job) => order.get(id) ?? 0
    return jobsToJson(
      done.map(({ result }) => result).sort((one, other) => place(one) - place(other)),
    )
  }
  return (
    <Menu
      label={text('jobs.export')}
      name={text('jobs.export')}
      button={{ icon: 'download', size }}
      items={[
        {
          label: text('jobs.exportJson'),
          unavailable:
            jobs.length > maxReports && text('jobs.exportTooMany', { count: maxReports }),
          onSelect: () => void save('json', withReports),
        },
        {
          label: text('jobs.exportCsv'),
          onSelect: () => void save('csv', async () => jobsToCsv(jobs, await findings())),
        },
        {
          label: text('jobs.exportMarkdown'),
          onSelect: () => void save('md', async () => jobsToMarkdown(jobs, await findings(), name)),
        },
      ]}
    />
  )
}

/** Names come from observables: no file system need know what is in them. */
const fileName = (name: string) =>
  name
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80) || 'jobs'
