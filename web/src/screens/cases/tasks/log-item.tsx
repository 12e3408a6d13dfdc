import type { LogV1 } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { afterUndoTime } from '../../../base/attempt.ts'
import { changed } from '../../../base/data/cache.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { EditableText } from '../../../shared/response/editable-facts.tsx'
import { Owner } from '../../../shared/response/owner.tsx'
import { ZipLink } from '../zip-link.tsx'

interface LogItemProps {
  log: LogV1
  onHide: (isHidden: boolean) => void
}

export function LogItem({ log, onHide }: LogItemProps) {
  const { analyze } = useRights()
  const save = async (message: string) => {
    await api.updateLogV1({ id: log._id }, { message })
    await changed('case_task_log')
  }
  const removeLater = () => {
    onHide(true)
    afterUndoTime({
      message: text('cases.deletingLog'),
      work: async () => {
        await api.deleteLogV1({ id: log._id })
        await changed('case_task_log')
      },
      onUndo: () => onHide(false),
    })
  }
  return (
    <li>
      <div className="log-head">
        <strong>
          <Owner login={log.owner} />
        </strong>
        <Time at={log.date} style="full" />
        {analyze && (
          <Button kind="quiet" size="small" icon="trash" iconOnly onClick={removeLater}>
            {text('cases.deleteLog')}
          </Button>
        )}
      </div>
      <EditableText label={text('cases.log')} value={log.message} canEdit={analyze} onSave={save} />
      {log.attachment && <ZipLink file={log.attachment} />}
    </li>
  )
}
