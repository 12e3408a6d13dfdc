import type { ReactNode } from 'react'
import { Link } from '../../base/routing/link.tsx'
import { changedSearch, useLocation } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'

/** Opens the report next to the value. Users who may not read reports get the words alone. */
export function ReportLink({
  jobId,
  children,
}: {
  jobId: string | undefined
  children: ReactNode
}) {
  const { path, search } = useLocation()
  const { analyze } = useRights()
  if (!analyze || !jobId) return <span>{children}</span>
  return (
    <Link to={path + changedSearch(search, { report: jobId, part: undefined })}>{children}</Link>
  )
}
