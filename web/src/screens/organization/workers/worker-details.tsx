import type { Job } from '@assay/contract'
import { defangSentence } from '../../../base/model/defang.ts'
import { reasonLine } from '../../../base/model/failures.ts'
import { outcomeOf } from '../../../base/model/statistics.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Fact } from '../../../base/ui/fact.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { healthOf } from '../../../shared/catalogue/health.ts'
import { HealthLine } from '../../../shared/catalogue/health-line.tsx'
import { useLastJobs } from '../../../shared/catalogue/use-health.ts'
import { WorkerFacts } from '../../../shared/catalogue/worker-facts.tsx'
import type { WorkerRow } from './worker-rows.ts'

/** How its last runs went, and what it is called where people do not look. */
export function WorkerDetails({ row }: { row: WorkerRow }) {
  const { worker, definition } = row
  const jobs = useLastJobs(row.id, worker !== undefined)
  return (
    <>
      {worker && (
        <section className="form-part">
          <h3>{text('catalogue.health')}</h3>
          <Answer query={jobs}>
            {(found) => (
              <>
                <HealthLine health={healthOf(found)} />
                <LastFailures jobs={found} />
                {found.length > 0 && (
                  <p>
                    <Link to={`/activity?${new URLSearchParams({ worker: worker.id })}`}>
                      {text('catalogue.allJobs')}
                    </Link>
                  </p>
                )}
              </>
            )}
          </Answer>
        </section>
      )}
      <details className="form-part form-fold">
        <summary>{text('workers.details')}</summary>
        {worker ? (
          <WorkerFacts worker={worker} runner={jobs.data?.find(({ runner }) => runner)?.runner} />
        ) : (
          definition && (
            <dl className="facts">
              <Fact label={text('catalogue.definition')}>
                <span className="value">{definition.id}</span>
              </Fact>
              <Fact label={text('catalogue.author')}>{definition.author || '–'}</Fact>
              <Fact label={text('catalogue.licence')}>{definition.license || '–'}</Fact>
            </dl>
          )
        )}
        {definition && definition.configurationItems.length > 0 && (
          <ItemNames definition={definition} />
        )}
      </details>
    </>
  )
}

/** For the API, `assay apply` and the manual. */
function ItemNames({ definition }: { definition: NonNullable<WorkerRow['definition']> }) {
  const { administer } = useRights()
  if (!administer) return null
  return (
    <dl className="facts">
      <Fact label={text('workers.itemNames')}>
        <span className="value">
          {definition.configurationItems.map(({ name }) => name).join(', ')}
        </span>
      </Fact>
    </dl>
  )
}

const maxFailures = 3

function LastFailures({ jobs }: { jobs: readonly Job[] }) {
  const failed = jobs.filter((job) => outcomeOf(job) === 'failure').slice(0, maxFailures)
  if (failed.length === 0) return null
  return (
    <ul className="last-failures" aria-label={text('catalogue.lastFailures')}>
      {failed.map(({ id, createdAt, errorMessage }) => (
        <li key={id}>
          <Link to={path`/jobs/${id}`}>
            {defangSentence(reasonLine(errorMessage)) || text('workers.noReason')}
          </Link>
          <span className="muted">
            <Time at={createdAt} style="ago" />
          </span>
        </li>
      ))}
    </ul>
  )
}
