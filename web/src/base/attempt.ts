import { problemOf } from './problem.ts'
import { text } from './texts/index.ts'
import { showToast } from './ui/toasts.tsx'

/** For buttons without their own error display. True when it worked. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    showToast({ kind: 'error', message: problemOf(error).message })
    return false
  }
}

const undoMs = 5000

interface Deferred {
  message: string
  work: () => Promise<unknown>
  /** Brings back what was already taken out of sight; also runs when the work fails. */
  onUndo: () => void
}

/** Nothing is sent for five seconds; until then it can be taken back. */
export function afterUndoTime({ message, work, onUndo }: Deferred): void {
  const send = async () => {
    dismiss()
    if (!(await attempt(work))) onUndo()
  }
  const timer = setTimeout(() => void send(), undoMs)
  const dismiss = showToast({
    kind: 'info',
    message,
    // Longer than the wait, so the button is there as long as it helps.
    ms: 2 * undoMs,
    action: {
      label: text('app.undo'),
      onPress: () => {
        clearTimeout(timer)
        onUndo()
      },
    },
  })
}
