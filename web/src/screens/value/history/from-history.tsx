import { Link } from '../../../base/routing/link.tsx'
import { changedSearch, useLocation } from '../../../base/routing/location.ts'
import { text } from '../../../base/texts/index.ts'

const closed = { history: undefined, a: undefined, b: undefined, show: undefined }

/** From the history back to the observable. */
export function FromHistory({ shown }: { shown: string }) {
  const { path, search } = useLocation()
  return (
    <>
      <Link to="/observables">{text('nav.observables')}</Link> /{' '}
      <Link to={path + changedSearch(search, closed)}>
        <span className="value">{shown}</span>
      </Link>{' '}
      / {text('history.title')}
    </>
  )
}
