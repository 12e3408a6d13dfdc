import { useState } from 'react'
import { problemOf } from '../problem.ts'
import { text } from '../texts.ts'
import { Notice } from './notice.tsx'

/** Shown late by the stylesheet: a quick answer should not flicker. */
export function Loading() {
  return (
    <p className="loading" aria-busy="true">
      {text('app.loading')}
    </p>
  )
}

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
      <button
        type="button"
        className="button button-primary button-wide"
        aria-disabled={busy}
        onClick={() => {
          if (!busy) void retry()
        }}
      >
        {text(busy ? 'app.loading' : 'unreachable.retry')}
      </button>
    </div>
  )
}

export function NotFound() {
  return (
    <div className="card">
      <h1 tabIndex={-1}>{text('not-found.title')}</h1>
      <p className="card-lead">{text('not-found.text')}</p>
      <a href="#/">{text('not-found.home')}</a>
    </div>
  )
}
