import type { ReactNode } from 'react'
import { text } from '../texts.ts'
import { Logo } from './icons.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

interface FrameProps {
  version: string | undefined
  /** At the right end of the top bar. */
  actions?: ReactNode
  /** Narrow for a single form in the middle, wide for everything else. */
  width: 'narrow' | 'wide'
  children: ReactNode
}

export function Frame({ version, actions, width, children }: FrameProps) {
  return (
    <div className="frame">
      {/* The address after the # is the route, so the link moves the focus by itself. */}
      <button
        type="button"
        className="skip"
        onClick={() => document.querySelector('main')?.focus()}
      >
        {text('app.skip')}
      </button>
      <header className="top-bar">
        <span className="brand">
          <Logo />
          <span className="brand-name">{text('app.name')}</span>
          <span className="brand-tagline">{text('app.tagline')}</span>
        </span>
        <ThemeSwitch />
        {actions}
      </header>
      <main className={`main main-${width}`} tabIndex={-1}>
        {children}
      </main>
      <footer className="bottom-bar">{version && text('app.version', { version })}</footer>
    </div>
  )
}
