import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'

/** The name that the server gives to the engine in its own process. */
const localEngine = 'local'

/** Jobs of this server can be opened; of others only their id is known. */
export function EngineJobLink({ engine, job }: { engine: string; job: string }) {
  const { analyze } = useRights()
  return (
    <p className="muted">
      {engine === localEngine && analyze ? (
        <Link to={path`/jobs/${job}`}>{text('cases.openJob')}</Link>
      ) : (
        text('cases.jobOn', { job, engine })
      )}
    </p>
  )
}
