import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Icon } from '../../../base/ui/icons.tsx'
import { Time, useNow } from '../../../base/ui/time.tsx'
import { BarFact } from '../bar-fact.tsx'
import { ClocksDrawer } from './clocks-drawer.tsx'
import { type DueState, dueStateOf, useClocks } from './data.ts'

/** When a case is due; opens its clocks. Nothing where none runs and the reader can set none. */
export function DueFact({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  const { data: clocks } = useClocks(row._id)
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  if (!clocks) return null
  const state = dueStateOf(clocks, now)
  const hasMore = clocks.clocks.length > 0
  if (!hasMore && state === 'none' && !(analyze && clocks.isOpen)) return null
  return (
    <BarFact label={text('cases.due')}>
      <Button
        kind="quiet"
        size="small"
        className="due-button"
        data-due={state}
        title={text('clocks.open')}
        onClick={() => setOpen(true)}
      >
        <DueWords state={state} at={clocks.dueDate} isClosed={!clocks.isOpen} />
      </Button>
      {isOpen && <ClocksDrawer row={row} clocks={clocks} onClose={() => setOpen(false)} />}
    </BarFact>
  )
}

interface DueWordsProps {
  state: DueState
  at: number | undefined
  isClosed: boolean
}

/** In words and with a sign, not by color alone. */
function DueWords({ state, at, isClosed }: DueWordsProps) {
  if (state === 'paused')
    return (
      <>
        <Icon name="pause" /> {text('clocks.paused')}
      </>
    )
  if (state === 'none') return <>{text(isClosed ? 'clocks.ended' : 'clocks.notSet')}</>
  return (
    <>
      <Icon name={state === 'due' ? 'status-waiting' : 'alert'} />{' '}
      {state === 'overdue' && <>{text('clocks.overdue')} </>}
      <Time at={at} style="until" />
    </>
  )
}
