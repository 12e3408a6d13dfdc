import { useEffect } from 'react'
import { announce } from '../../base/ui/announcer.tsx'
import { Button } from '../../base/ui/button.tsx'

interface NewerRowsProps {
  /** "12 new jobs"; empty when the list is the newest. */
  message: string
  /** "show". */
  show: string
  className: string
  onShow: () => void
}

/** Says that the list is no longer the newest; the reader decides when rows move. */
export function NewerRows({ message, show, className, onShow }: NewerRowsProps) {
  useEffect(() => {
    if (message) announce(message)
  }, [message])
  if (!message) return null
  return (
    <Button className={className} size="small" icon="refresh" onClick={onShow}>
      {message} – {show}
    </Button>
  )
}
