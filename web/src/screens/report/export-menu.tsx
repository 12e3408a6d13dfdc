import type { JobWithReport } from '@assay/contract'
import { useQueryClient } from '@tanstack/react-query'
import { problemOf } from '../../base/problem.ts'
import { text } from '../../base/texts/index.ts'
import { Menu } from '../../base/ui/menu.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { downloadText } from '../../shared/export/download.ts'
import { artifactsQuery } from './artifacts/use-artifacts.ts'
import { artifactsCsv, fileNameOf, jsonOf, markdownOf } from './export.ts'

export function ExportMenu({ job }: { job: JobWithReport }) {
  const client = useQueryClient()
  /** Artifacts may not be here yet; only a responder has none. */
  const withArtifacts = async (save: (found: Awaited<ReturnType<typeof read>>) => void) => {
    try {
      save(await read())
    } catch (error) {
      showToast({ kind: 'error', message: problemOf(error).message })
    }
  }
  const read = async () =>
    job.type === 'analyzer' ? client.fetchQuery(artifactsQuery(job.id)) : []
  return (
    <Menu
      label={text('report.export')}
      name={text('report.export')}
      button={{ size: 'small' }}
      items={[
        {
          label: text('report.export.json'),
          icon: 'download',
          onSelect: () => downloadReport(job),
        },
        {
          label: text('report.export.markdown'),
          icon: 'download',
          onSelect: () =>
            void withArtifacts((found) =>
              downloadText(fileNameOf(job), 'md', markdownOf(job, found)),
            ),
        },
        job.type === 'analyzer' && {
          label: text('report.export.csv'),
          icon: 'download',
          onSelect: () =>
            void withArtifacts((found) =>
              downloadText(fileNameOf(job, '-artifacts'), 'csv', artifactsCsv(found)),
            ),
        },
      ]}
    />
  )
}

export const downloadReport = (job: JobWithReport) =>
  downloadText(fileNameOf(job), 'json', jsonOf(job))
