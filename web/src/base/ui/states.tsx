import { ApiError } from '@assay/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemOf } from '../problem.ts'
import { Link } from '../routing/link.tsx'
import { useSession } from '../session/session.ts'
import { text } from '../texts/index.ts'
import { Button } from './button.tsx'
import { copyText } from './copy.tsx'
import { Icon, type IconName } from './icons.tsx'
import { Names } from './names.tsx'

/** Shown late by the stylesheet: a quick answer should not flicker. */
export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <div className="skeleton" aria-busy="true">
      <span className="visually-hidden">{text('app.loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars have no identity
        <span key={line} className="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  )
}

interface EmptyProps {
  title: string
  icon?: IconName
  /** The purpose of this place. */
  children?: ReactNode
  /** The only next step. */
  action?: ReactNode
}

export function Empty({ title, icon = 'info', children, action }: EmptyProps) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <p className="empty-title">
        <Names in={title} />
      </p>
      {children && <div className="muted">{children}</div>}
      {action && <div className="buttons">{action}</div>}
    </div>
  )
}

/** What failed, in the server's words, inside the panel that failed; the others stay. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error instanceof ApiError && error.status === 403) return <Forbidden error={error} />
  const { message } = problemOf(error)
  const kind = error instanceof ApiError ? `${error.status} ${error.body.type}` : ''
  const details = [kind, message, location.href, new Date().toISOString()].filter(Boolean)
  return (
    <div className="failed" role="alert">
      <Icon name="alert" />
      <div>
        <p>{message}</p>
        {kind && <p className="muted">{kind}</p>}
        <div className="buttons">
          {onRetry && (
            <Button size="small" icon="refresh" onClick={onRetry}>
              {text('app.retry')}
            </Button>
          )}
          <Button size="small" icon="copy" onClick={() => void copyText(details.join('\n'))}>
            {text('app.copyDetails')}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** The address stays: a user who gets the permission later finds the page here. */
export function Forbidden({ needs, error }: { needs?: string; error?: ApiError }) {
  const { user } = useSession()
  // As a whole screen it is the heading; inside one the screen has its own.
  const Title = needs ? 'h1' : 'p'
  return (
    <div className="empty" role="alert">
      <Icon name="lock" />
      <Title className="empty-title">{text('forbidden.title')}</Title>
      <div className="muted">
        <p>{needs ? text('forbidden.needs', { role: needs }) : error?.body.message}</p>
        <p>{text('forbidden.ask')}</p>
        <p>{text('forbidden.you', { login: user.id, roles: user.roles.join(', ') || '–' })}</p>
      </div>
      <Link to="/">{text('forbidden.home')}</Link>
    </div>
  )
}

/** An entity that does not exist, or not for this reader. */
export function Missing({ what, id, list }: { what: string; id: string; list: ReactNode }) {
  return (
    <div className="empty" role="alert">
      <Icon name="search" />
      <p className="empty-title">{text('missing.title', { what })}</p>
      <p className="muted value">{id}</p>
      {list}
    </div>
  )
}

export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

interface AnswerProps<T> {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
  /** Replaces the gray lines. */
  loading?: ReactNode
  /** Replaces the error panel when the server says 404. */
  missing?: ReactNode
}

/**
 * What a query has to show: grey lines, the answer, or what went wrong. An answer that is being
 * read again stays, with a thin bar; one that could not be read again stays, with a line above it.
 */
export function Answer<T>({ query, children, loading, missing }: AnswerProps<T>) {
  if (query.data === undefined) {
    if (query.isPending) return loading ?? <Loading />
    if (missing && isMissing(query.error)) return missing
    return <Failed error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <div className="answer" aria-busy={query.isFetching || undefined}>
      {query.isError && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {children(query.data)}
    </div>
  )
}
