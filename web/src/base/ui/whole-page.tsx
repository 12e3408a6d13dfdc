import { useState } from 'react'
import { problemOf } from '../problem.ts'
import { Link } from '../routing/link.tsx'
import { text } from '../texts/index.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { Page } from './page.tsx'

export function Unreachable(props: { error: unknown; onRetry: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await props.onRetry()
    setBusy(false)
  }
  return (
    <div className="card">
      <h1 tabIndex={-1}>{text('unreachable.title')}</h1>
      <Notice kind="error">{problemOf(props.error).message}</Notice>
      <Button kind="primary" className="button-wide" busy={busy} onClick={() => void retry()}>
        {text(busy ? 'app.loading' : 'unreachable.retry')}
      </Button>
    </div>
  )
}

export function NotFound() {
  return (
    <Page title={text('not-found.title')}>
      <p className="muted">{text('not-found.text')}</p>
      <p>
        <Link to="/">{text('not-found.home')}</Link>
      </p>
    </Page>
  )
}
