import type { ValueDetail } from '@assay/contract'
import { defangText } from '../model/defang.ts'
import { Link } from '../routing/link.tsx'
import { path } from '../routing/match.ts'
import { text } from '../texts/index.ts'

/** Above the value: the newest investigation that it belongs to, else the start. */
export function WayHere({ value }: { value: ValueDetail | undefined }) {
  const [newest] = value?.investigations ?? []
  if (!newest) return <Link to="/">{text('nav.overview')}</Link>
  return (
    <>
      <Link to="/investigations">{text('nav.investigations')}</Link> /{' '}
      <Link to={path`/investigations/${newest.id}`}>{defangText(newest.name)}</Link>
    </>
  )
}
