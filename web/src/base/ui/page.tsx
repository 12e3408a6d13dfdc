import { type ReactNode, useEffect } from 'react'
import { text } from '../texts/index.ts'
import { TlpMark } from './marks.tsx'
import { useIsPrinting } from './use-printing.ts'

interface PageProps {
  title: string
  /** More of the title for the tab: "Failure jobs". */
  tabTitle?: string
  /** Above the title: the way back. */
  back?: ReactNode
  /** Replaces the plain title. */
  heading?: ReactNode
  /** The primary action and others, at the right of the title. */
  actions?: ReactNode
  /** Stands at the head and the foot of every sheet when the screen is printed. */
  tlp?: number | undefined
  children: ReactNode
}

/** A screen: its title names the tab too, and gets the focus when the reader arrives. */
export function Page({ title, tabTitle, back, heading, actions, tlp, children }: PageProps) {
  useTitle(tabTitle ?? title)
  return (
    <Marked tlp={tlp}>
      <div className="page-head">
        {back && <div className="page-back">{back}</div>}
        <h1 tabIndex={-1}>{heading ?? title}</h1>
        {actions && <div className="page-actions buttons">{actions}</div>}
      </div>
      {children}
    </Marked>
  )
}

/** A table for the printer only: its head and foot are what every browser repeats on each sheet. */
function Marked({ tlp, children }: Pick<PageProps, 'tlp' | 'children'>) {
  const edge = useIsPrinting() && tlp !== undefined && (
    <div className="sheet-mark">
      <TlpMark tlp={tlp} />
    </div>
  )
  return (
    <div className="sheet">
      <div className="sheet-head">{edge}</div>
      <div className="sheet-body">
        <div>{children}</div>
      </div>
      <div className="sheet-foot">{edge}</div>
    </div>
  )
}

interface PanelProps {
  title?: string
  actions?: ReactNode
  children: ReactNode
  className?: string
}

export function Panel({ title, actions, children, className = '' }: PanelProps) {
  return (
    <section className={`panel ${className}`}>
      {title && (
        <div className="panel-head">
          <h2>{title}</h2>
          {actions && <div className="buttons">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}

/** Names the tab. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} – ${text('app.name')}`
  }, [name])
}
