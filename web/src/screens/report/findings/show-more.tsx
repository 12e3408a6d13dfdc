import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { useIsPrint } from './print.ts'

/** What is left out is always counted; in print the reader is sent to the raw report. */
export function ShowMore({ rest, onMore }: { rest: number; onMore: () => void }) {
  const isPrint = useIsPrint()
  if (rest <= 0) return null
  if (isPrint) return <p className="muted">{counted('report.cutInPrint', rest)}</p>
  return (
    <Button size="small" icon="down" className="show-more" onClick={onMore}>
      {text('report.showMore', { rest })}
    </Button>
  )
}
