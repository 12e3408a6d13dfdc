import type { Job } from '@assay/contract'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { useSearch } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { Dialog } from '../../base/ui/dialog.tsx'
import { Answer, Missing } from '../../base/ui/states.tsx'
import { useSpokenStatus } from '../report/progress.tsx'
import { ReportBody } from '../report/report-body.tsx'
import { useReport } from '../report/use-report.ts'

/** What the address says about the report that is open. */
export const reportClosed = {
  report: undefined,
  part: undefined,
  cached: undefined,
  foundType: undefined,
  found: undefined,
}

interface ReportDrawerProps {
  id: string
  onClose?: () => void
}

/** One report, over the value that it is about. The address has it, so Back closes it. */
export function ReportDrawer({ id, onClose }: ReportDrawerProps) {
  const query = useReport(id)
  const { set } = useSearch()
  useSpokenStatus(query.data?.status)
  const close = () => {
    set(reportClosed)
    onClose?.()
  }
  return (
    <Dialog
      title={query.data ? analyzerName(query.data.workerName) : text('value.report')}
      shape="sheet"
      onClose={close}
    >
      <Answer
        query={query}
        missing={<Missing what={text('value.thisReport')} id={id} list={null} />}
      >
        {(job) => (
          <ReportBody
            job={job}
            onStarted={({ id: report, fromCache }: Job) =>
              set({ ...reportClosed, report, cached: fromCache ? '1' : undefined }, { push: true })
            }
            onDeleted={() => {
              close()
              void readAgain(keyOf('value'))
            }}
          />
        )}
      </Answer>
    </Dialog>
  )
}
