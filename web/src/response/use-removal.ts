import { useState } from 'react'
import { afterUndoTime } from './attempt.ts'

interface Removal {
  ids: readonly string[]
  message: string
  work: () => Promise<unknown>
}

/** Rows leave the sight at once and the server after the time for an undo, which brings them back. */
export function useRemoval() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const remove = ({ ids, message, work }: Removal) => {
    setHidden((present) => new Set([...present, ...ids]))
    const onUndo = () =>
      setHidden((present) => new Set([...present].filter((id) => !ids.includes(id))))
    afterUndoTime({ message, work, onUndo })
  }
  return { hidden, remove }
}
