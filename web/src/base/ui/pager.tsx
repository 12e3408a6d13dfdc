import { text } from '../texts/index.ts'
import { Button } from './button.tsx'

interface PagerProps {
  /** Index of the first row shown. */
  from: number
  size: number
  total: number
  onGo: (from: number) => void
}

export function Pager({ from, size, total, onGo }: PagerProps) {
  if (total === 0) return null
  const to = Math.min(from + size, total)
  return (
    <nav className="pager" aria-label={text('pager.label')}>
      <span className="number">{text('pager.shown', { from: from + 1, to, total })}</span>
      <Button
        size="small"
        icon="left"
        iconOnly
        unavailable={from === 0 && text('pager.first')}
        onClick={() => onGo(Math.max(0, from - size))}
      >
        {text('pager.previous')}
      </Button>
      <Button
        size="small"
        icon="right"
        iconOnly
        unavailable={to >= total && text('pager.last')}
        onClick={() => onGo(from + size)}
      >
        {text('pager.next')}
      </Button>
    </nav>
  )
}
