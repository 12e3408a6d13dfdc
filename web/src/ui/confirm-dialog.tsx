import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface ConfirmDialogProps {
  title: string
  confirm: string
  cancel: string
  onConfirm: () => void
  onCancel: () => void
  children: ReactNode
}

/**
 * Asks before something that cannot be undone. The browser's own dialog keeps the focus inside,
 * closes on Escape and gives the focus back; the safe answer has it at first.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const safe = useRef<HTMLButtonElement>(null)
  const id = useId()
  // Layout effect: the dialog must close while it is still in the page, else the focus is lost.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    safe.current?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        props.onCancel()
      }}
    >
      <h2 id={`${id}-title`}>{props.title}</h2>
      <div id={`${id}-text`}>{props.children}</div>
      <div className="dialog-buttons">
        <button ref={safe} type="button" className="button" onClick={props.onCancel}>
          {props.cancel}
        </button>
        <button type="button" className="button button-danger" onClick={props.onConfirm}>
          {props.confirm}
        </button>
      </div>
    </dialog>
  )
}
