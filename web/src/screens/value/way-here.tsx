import type { ValueDetail } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { text } from '../../base/texts/index.ts'

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
