import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  size?: 'normal' | 'small'
  icon?: IconName
  /** Busy: further clicks do nothing, and screen readers announce that it is busy. */
  busy?: boolean
  /**
   * Why it cannot be pressed now. The button stays focusable, so the reason can be read; a disabled
   * one would be skipped by the keyboard.
   */
  unavailable?: string | false | undefined
  /** Only the icon is drawn; the children are its name. */
  iconOnly?: boolean
  children: ReactNode
}

export function Button(props: ButtonProps) {
  const { kind = 'plain', size = 'normal', icon, busy, unavailable, iconOnly, ...rest } = props
  const { children, className = '', onClick, title, type = 'button', ...others } = rest
  const isBlocked = Boolean(busy || unavailable)
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBlocked) event.preventDefault()
    else onClick?.(event)
  }
  const classes = [
    'button',
    `button-${kind}`,
    `button-${size}`,
    iconOnly && 'button-icon',
    className,
  ]
  return (
    <button
      {...others}
      type={type}
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={isBlocked || undefined}
      aria-busy={busy || undefined}
      title={
        unavailable || title || (iconOnly && typeof children === 'string' ? children : undefined)
      }
      onClick={press}
    >
      {icon && <Icon name={icon} />}
      {iconOnly ? <span className="visually-hidden">{children}</span> : children}
      {unavailable && <span className="visually-hidden"> ({unavailable})</span>}
    </button>
  )
}
