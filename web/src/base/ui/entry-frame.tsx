import type { ReactNode } from 'react'
import { text } from '../texts/index.ts'
import { Logo } from './icons.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Around what comes before the page: sign-in, set-up, and "no connection". */
export function EntryFrame({
  version,
  children,
}: {
  version: string | undefined
  children: ReactNode
}) {
  return (
    <div className="entry">
      <header className="top-bar">
        <span className="brand">
          <Logo />
          <span className="brand-name">{text('app.name')}</span>
          <span className="brand-tagline">{text('app.tagline')}</span>
        </span>
        <ThemeSwitch />
      </header>
      <main className="entry-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="bottom-bar">{version && text('app.version', { version })}</footer>
    </div>
  )
}
