import { useEffect, useRef, useState } from 'react'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import type { Price } from './plan.ts'

/** From here on a run needs a confirmation: a misclick should not cost a quota. */
const askAbove = 50

interface RunBarProps {
  price: Price
  /** Why it cannot run now. */
  unavailable: string | undefined
  onRun: () => void
}

/** The cost of a run is next to its button; it stays visible. */
export function RunBar({ price, unavailable, onRun }: RunBarProps) {
  const [isAsking, setAsking] = useState(false)
  const press = () => {
    if (unavailable) return
    if (price.jobs > askAbove) setAsking(true)
    else onRun()
  }
  useRunKey(press)
  const cost = sentence(price)
  return (
    <div className="run-bar">
      <p className="run-price number">{cost}</p>
      <span className="run-key muted" aria-hidden="true">
        {text('analysis.runKey')}
      </span>
      <Button
        kind="primary"
        icon="play"
        unavailable={unavailable}
        aria-keyshortcuts="Control+Enter"
        onClick={press}
      >
        {price.jobs > 0 ? counted('analysis.run', price.jobs) : text('analysis.runNothing')}
      </Button>
      {unavailable && price.observables > 0 && <p className="run-reason">{unavailable}</p>}
      {isAsking && (
        <ConfirmDialog
          title={counted('analysis.ask', price.jobs)}
          confirm={counted('analysis.run', price.jobs)}
          kind="primary"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            onRun()
          }}
        >
          <p>{cost}</p>
          <p>{text('analysis.askText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** "12 observables × 5 analyzers = 31 jobs (29 not fitting skipped)" */
function sentence({ observables, analyzers, jobs, skipped }: Price): string {
  const product = text('analysis.price', {
    observables: counted('analysis.price.observables', observables),
    analyzers: counted('analysis.price.analyzers', analyzers),
    jobs: counted('analysis.price.jobs', jobs),
  })
  return skipped > 0 ? `${product} ${text('analysis.price.skipped', { count: skipped })}` : product
}

/** Ctrl+Enter, wherever the focus is; a dialog above the form keeps its own keys. */
function useRunKey(press: () => void) {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat
      if (!isRun || document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
