import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Panel } from '../../base/ui/page.tsx'
import { Failed, Loading } from '../../base/ui/states.tsx'

interface PartProps<T> {
  title: string
  query: UseQueryResult<T>
  /** As high as the panel will be, so nothing moves when it comes. */
  lines: number
  children: (data: T) => ReactNode
}

/** A panel of its own: its frame is there at once, and if it fails the others stay. */
export function Part<T>({ title, query, lines, children }: PartProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <PartFailed title={title} query={query} />
  return (
    <Panel title={title}>
      <Loading lines={lines} />
    </Panel>
  )
}

/** Which panel it is, what went wrong, and another try. */
export const PartFailed = ({ title, query }: Pick<PartProps<unknown>, 'title' | 'query'>) => (
  <Panel title={title}>
    <Failed error={query.error} onRetry={() => void query.refetch()} />
  </Panel>
)
