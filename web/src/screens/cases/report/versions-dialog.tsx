import { api } from '../../../base/api.ts'
import { dateAndTime } from '../../../base/model/times.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Dialog } from '../../../base/ui/dialog.tsx'
import { TlpMark } from '../../../base/ui/marks.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { Answer, Empty } from '../../../base/ui/states.tsx'
import { useAction } from '../../../base/use-action.ts'
import { downloadText } from '../../../shared/export/download.ts'
import { useCopies } from './data.ts'

interface VersionsDialogProps {
  caseId: string
  number: number
  onClose: () => void
}

/** What was handed out, by whom and when; a copy never changes. */
export function VersionsDialog({ caseId, number, onClose }: VersionsDialogProps) {
  const copies = useCopies(caseId)
  const { busy, problem, run } = useAction()
  const save = async (id: string, version: number) =>
    downloadText(
      `case-${number}-report-v${version}`,
      'md',
      await api.getStoredReport({ id: caseId, reportId: id }),
    )
  return (
    <Dialog title={text('reports.versions')} onClose={onClose} shape="wide">
      <div>
        <Notice kind="error">{problem?.message}</Notice>
        <Answer query={copies}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title={text('reports.noVersions')} icon="print" />
            ) : (
              <ul className="report-copies">
                {rows.map(({ id, version, template, tlp, at, name }) => (
                  <li key={id}>
                    <strong>{text('reports.version', { version: String(version) })}</strong>{' '}
                    <TlpMark tlp={tlp} /> {template}
                    <span className="muted">
                      {' '}
                      {name}, {dateAndTime(at)}
                    </span>
                    <Button
                      size="small"
                      icon="download"
                      busy={busy}
                      onClick={() => void run(() => save(id, version))}
                    >
                      {text('reports.saveVersion', { version: String(version) })}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
      </div>
    </Dialog>
  )
}
