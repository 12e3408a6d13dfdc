import type { KeyboardEvent, ReactNode } from 'react'
import type { ButtonProps } from './button.tsx'
import { Icon, type IconName } from './icons.tsx'
import { Popover } from './popover.tsx'

export interface MenuItem {
  label: string
  icon?: IconName
  onSelect: () => void
  kind?: 'plain' | 'danger'
  /** Why it cannot be chosen now. */
  unavailable?: string | false | undefined
}

interface MenuProps {
  label: ReactNode
  /** For readers; the label may be an icon. */
  name: string
  items: readonly (MenuItem | false | undefined)[]
  button?: Omit<ButtonProps, 'children'>
}

/** A button with a list of actions; arrow keys walk through them. */
export function Menu({ label, name, items, button }: MenuProps) {
  return (
    <Popover label={label} name={name} button={{ icon: 'down', ...button }}>
      {(close) => (
        <ul className="menu" onKeyDown={walk}>
          {items
            .filter((item) => item !== false && item !== undefined)
            .map((item) => (
              <li key={item.label}>
                <button
                  type="button"
                  className={`menu-item menu-item-${item.kind ?? 'plain'}`}
                  aria-disabled={item.unavailable ? true : undefined}
                  onClick={() => {
                    if (item.unavailable) return
                    close()
                    item.onSelect()
                  }}
                >
                  {item.icon && <Icon name={item.icon} />}
                  <span>
                    {item.label}
                    {item.unavailable && <small>{item.unavailable}</small>}
                  </span>
                </button>
              </li>
            ))}
        </ul>
      )}
    </Popover>
  )
}

export function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a, input')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  items.at((at + step) % items.length)?.focus()
}
