import type { TaskV1 } from '@assay/contract'
import { useState } from 'react'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Panel } from '../../../base/ui/page.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { MoreRows } from '../../../shared/response/more-rows.tsx'
import { useLogs } from './data.ts'
import { LogForm } from './log-form.tsx'
import { LogItem } from './log-item.tsx'

/** What was done, newest first. */
export function LogsPanel({ task }: { task: TaskV1 }) {
  const { analyze } = useRights()
  const logs = useLogs(task._id)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const hide = (id: string, isHidden: boolean) =>
    setHidden((now) => {
      const next = new Set(now)
      if (isHidden) next.add(id)
      else next.delete(id)
      return next
    })
  return (
    <Panel title={text('cases.logs')}>
      {analyze && <LogForm taskId={task._id} />}
      <Answer query={logs}>
        {({ rows, total }) => {
          const shown = rows.filter(({ _id }) => !hidden.has(_id))
          if (shown.length === 0) return <p className="muted">{text('cases.noLogs')}</p>
          return (
            <>
              <ol className="logs">
                {shown.map((log) => (
                  <LogItem key={log._id} log={log} onHide={(isHidden) => hide(log._id, isHidden)} />
                ))}
              </ol>
              <MoreRows total={total} shown={rows.length} />
            </>
          )
        }}
      </Answer>
    </Panel>
  )
}
