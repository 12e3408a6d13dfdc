import { useEffect } from 'react'
import { counted, text } from '../texts/index.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'

/** "12 new jobs – show": the reader decides when rows move. */
export function NewJobs({ count, onShow }: { count: number; onShow: () => void }) {
  useEffect(() => {
    if (count > 0) announce(counted('jobs.new', count))
  }, [count])
  if (count === 0) return null
  return (
    <Button className="new-jobs" size="small" icon="refresh" onClick={onShow}>
      {counted('jobs.new', count)} – {text('jobs.showNew')}
    </Button>
  )
}
