import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import type { Sender } from './sender.ts'

interface SelectionBarProps {
  sender: Sender
  chosen: ReadonlySet<string>
  onClear: () => void
  onCompare: (a: string, b: string) => void
}

/** What can be done with the cells that were selected. */
export function SelectionBar({ sender, chosen, onClear, onCompare }: SelectionBarProps) {
  if (chosen.size === 0) return null
  const jobs = [...chosen].flatMap((key) => {
    const state = sender.states.get(key)
    return state?.kind === 'job' ? [state.job] : []
  })
  const [a, b] = jobs
  return (
    <section className="bulk-bar" aria-label={text('analysis.selection')}>
      <strong>{counted('analysis.selected', chosen.size)}</strong>
      <Button
        size="small"
        icon="refresh"
        onClick={() => {
          sender.again([...chosen], { force: true })
          onClear()
        }}
      >
        {text('analysis.runFresh')}
      </Button>
      <Button
        size="small"
        unavailable={jobs.length !== 2 && text('analysis.compareTwo')}
        onClick={() => a && b && onCompare(a.id, b.id)}
      >
        {text('analysis.compare')}
      </Button>
      <Button size="small" kind="quiet" onClick={onClear}>
        {text('analysis.clearSelection')}
      </Button>
    </section>
  )
}
