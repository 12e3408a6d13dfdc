import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

const icons = { error: 'alert', warning: 'alert', info: 'info', success: 'check' } as const

/**
 * A message about the whole form or screen. The live region is always in the page, empty or not:
 * readers announce only what changes inside a region they already know.
 */
export function Notice(props: { kind: keyof typeof icons; children?: ReactNode }) {
  const { kind, children } = props
  const box = children ? (
    <div className={`notice notice-${kind}`} tabIndex={-1}>
      <Icon name={icons[kind]} />
      <div className="notice-text">{children}</div>
    </div>
  ) : null
  return kind === 'error' ? <div role="alert">{box}</div> : <div role="status">{box}</div>
}
