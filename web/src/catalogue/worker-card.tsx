import type { Worker } from '@assay/contract'
import { openNewAnalysis } from '../analysis/draft.ts'
import { configurationPath } from '../overview/links.ts'
import { Link } from '../routing/link.tsx'
import { useRights } from '../session/rights.ts'
import { useSession } from '../session/session.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Health } from './health.ts'
import { HealthLine } from './health-line.tsx'
import { TypeChips } from './type-chips.tsx'

interface WorkerCardProps {
  worker: Worker
  /** Unknown as long as the jobs were not read. */
  health: Health | undefined
  onOpen: () => void
}

const maxTypes = 8

export function WorkerCard({ worker, health, onOpen }: WorkerCardProps) {
  return (
    <li className="worker-card">
      <div className="worker-head">
        <h2>
          <button type="button" className="worker-name" onClick={onOpen}>
            {worker.name}
          </button>
        </h2>
        <span className="muted">{text('catalogue.version', { version: worker.version })}</span>
        <WorkerBadges worker={worker} />
      </div>
      <p className="worker-description">{worker.description}</p>
      <TypeChips worker={worker} max={maxTypes} />
      {health && <HealthLine health={health} />}
      <WorkerActions worker={worker}>
        <Button size="small" kind="quiet" onClick={onOpen} aria-label={detailsOf(worker)}>
          {text('catalogue.details')}
        </Button>
      </WorkerActions>
    </li>
  )
}

const detailsOf = ({ name }: Worker) => text('catalogue.detailsOf', { name })

export function WorkerBadges({ worker }: { worker: Worker }) {
  return (
    <>
      {worker.obsolete && <span className="badge">{text('catalogue.obsolete')}</span>}
      {worker.availableDefinitionId && <span className="badge">{text('catalogue.newer')}</span>}
    </>
  )
}

/** Run, and for administrators configure. A responder is run where its object is. */
export function WorkerActions(props: { worker: Worker; children?: React.ReactNode }) {
  const { worker, children } = props
  const { user } = useSession()
  const { administer } = useRights()
  return (
    <div className="buttons">
      {worker.type === 'analyzer' && (
        <Button
          size="small"
          icon="play"
          aria-label={text('catalogue.runName', { name: worker.name })}
          onClick={() => openNewAnalysis({ analyzerIds: [worker.id] })}
        >
          {text('catalogue.run')}
        </Button>
      )}
      {administer && (
        <Link
          to={configurationPath(user.organization, worker)}
          className="button button-small"
          aria-label={text('catalogue.configureName', { name: worker.name })}
        >
          <Icon name="settings" />
          {text('catalogue.configure')}
        </Link>
      )}
      {children}
    </div>
  )
}
