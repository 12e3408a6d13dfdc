import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { text } from '../texts/index.ts'
import { Button } from './button.tsx'
import { Names } from './names.tsx'

export interface DialogProps {
  title: string
  onClose: () => void
  /** A drawer comes from the right side and takes the whole height: for forms; a sheet is a wide one. */
  shape?: 'box' | 'wide' | 'drawer' | 'sheet'
  children: ReactNode
  /** Buttons at the end; they stay visible while the content scrolls. */
  footer?: ReactNode
  /** A dialog about something serious may not be left by a stray key. */
  isStrict?: boolean
}

/**
 * The browser's own dialog keeps the focus inside, closes on Escape and gives the focus back. What
 * has `data-autofocus` gets the focus first, else the first field, else the title.
 */
export function Dialog({ title, onClose, shape = 'box', children, footer, isStrict }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Layout effect: the dialog must close while it is still in the page, else the focus is lost.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    const first =
      element.querySelector<HTMLElement>('[data-autofocus]') ??
      element.querySelector<HTMLElement>(
        '.dialog-body :is(input, textarea, select):not([hidden])',
      ) ??
      element.querySelector<HTMLElement>('h2')
    first?.focus()
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${shape}`}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        // Fields inside, such as file choosers, send an event of the same name.
        if (event.target !== dialog.current) return
        event.preventDefault()
        if (!isStrict) onClose()
      }}
      onKeyDown={(event) => {
        // Browsers let a page refuse to close once; the second press would close it all the same.
        if (isStrict && event.key === 'Escape') event.preventDefault()
      }}
      onClose={() => {
        const element = dialog.current
        if (!element || element.open) return
        if (isStrict) element.showModal()
        else onClose()
      }}
    >
      <div className="dialog-head">
        <h2 id={`${id}-title`} tabIndex={-1}>
          <Names in={title} />
        </h2>
        {!isStrict && (
          <Button kind="quiet" size="small" icon="close" iconOnly onClick={onClose}>
            {text('app.close')}
          </Button>
        )}
      </div>
      <div className="dialog-body">{children}</div>
      {footer && <div className="dialog-buttons">{footer}</div>}
    </dialog>
  )
}
