import type { JobWithReport } from '@assay/contract'
import { isRecord } from '../../base/model/levels.ts'
import { text } from '../../base/texts/index.ts'
import { Panel } from '../../base/ui/page.tsx'
import { Findings } from './findings/findings.tsx'

/** What the worker got: the first place to look for a failed job. */
export function InputPanel({ job }: { job: JobWithReport }) {
  const input = job.input ?? (isRecord(job.data) ? job.data : undefined)
  if (input === undefined) return null
  return (
    <Panel title={text('report.input')}>
      <Findings value={input} />
    </Panel>
  )
}
