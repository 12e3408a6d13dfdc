import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

interface PopoverProps {
  /** What the button says. */
  label: ReactNode
  /** Of the panel, for readers. */
  name: string
  button?: Omit<ButtonProps, 'children'>
  /** Drawn only while open. `close` also gives the focus back to the button. */
  children: (close: () => void) => ReactNode
}

const gap = 4

/**
 * A button with a panel. The browser's popover closes on Escape and on a click elsewhere and is
 * above everything, also above tables that scroll; only its position is ours.
 */
export function Popover({ label, name, button, children }: PopoverProps) {
  const id = useId()
  const opener = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => panel.current?.hidePopover(), [])
  return (
    <span className="popover-opener" ref={opener}>
      <Button {...button} popoverTarget={id} aria-expanded={isOpen} aria-haspopup="dialog">
        {label}
      </Button>
      <div
        id={id}
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={name}
        className="popover"
        onToggle={(event) => {
          const opens = event.newState === 'open'
          setOpen(opens)
          if (opens) requestAnimationFrame(() => placeBelow(opener.current, panel.current))
        }}
      >
        {isOpen && children(close)}
      </div>
    </span>
  )
}

/** Below the opener and inside the window, above it when there is more room. */
function placeBelow(opener: HTMLElement | null, panel: HTMLElement | null): void {
  const anchor = opener?.firstElementChild?.getBoundingClientRect()
  if (!anchor || !panel) return
  const { width, height } = panel.getBoundingClientRect()
  const roomBelow = innerHeight - anchor.bottom - gap
  const goesUp = height > roomBelow && anchor.top > roomBelow
  const top = goesUp ? Math.max(gap, anchor.top - height - gap) : anchor.bottom + gap
  const left = Math.max(gap, Math.min(anchor.left, innerWidth - width - gap))
  panel.style.top = `${top}px`
  panel.style.left = `${left}px`
  panel.style.maxHeight = `${goesUp ? anchor.top - 2 * gap : roomBelow - gap}px`
  panel.dataset.placed = 'true'
  panel.querySelector<HTMLElement>('input, button, a, [tabindex]')?.focus()
}
