import { useEffect } from 'react'
import { counted, text } from '../texts/index.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'

/** Says that the list is no longer the newest, and leaves it to the reader to move the rows. */
export function NewerAlerts({ count, onShow }: { count: number; onShow: () => void }) {
  const message = count > 0 ? counted('alerts.newer', count) : count < 0 ? text('alerts.fewer') : ''
  useEffect(() => {
    if (message) announce(message)
  }, [message])
  if (!message) return null
  return (
    <p className="newer-alerts">
      <Button size="small" icon="refresh" onClick={onShow}>
        {message} – {text('alerts.show')}
      </Button>
    </p>
  )
}
