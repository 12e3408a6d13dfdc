import { counted, text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { useIsPaper } from './paper.ts'

/** What is left out is always counted; on paper the reader is sent to the raw report. */
export function ShowMore({ rest, onMore }: { rest: number; onMore: () => void }) {
  const isPaper = useIsPaper()
  if (rest <= 0) return null
  if (isPaper) return <p className="muted">{counted('report.cutOnPaper', rest)}</p>
  return (
    <Button size="small" icon="down" className="show-more" onClick={onMore}>
      {text('report.showMore', { rest })}
    </Button>
  )
}
