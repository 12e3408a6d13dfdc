import type { Sighting, ValueDetail } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { Time } from '../../base/ui/time.tsx'

const few = 8
const fewInvestigations = 4

/** Cases, alerts and investigations that hold the value. */
export function SeenInPanel({ value }: { value: ValueDetail }) {
  const { sightings, investigations, seenIn } = value
  const shown = investigations.slice(0, fewInvestigations)
  const more =
    seenIn.cases +
    seenIn.alerts +
    seenIn.investigations -
    Math.min(few, sightings.length) -
    shown.length
  return (
    <section className="panel value-panel">
      <div className="panel-head">
        <h2>{text('value.seenIn')}</h2>
      </div>
      {sightings.length + shown.length === 0 && (
        <p className="muted">{text('value.seenNowhere')}</p>
      )}
      <ul className="value-seen">
        {sightings.slice(0, few).map((one) => (
          <li key={one.id}>
            <Icon name={one.type === 'case' ? 'case' : 'bell'} />
            <span>
              <Link to={one.type === 'case' ? path`/cases/${one.id}` : path`/alerts/${one.id}`}>
                {defangText(one.number === undefined ? one.title : `#${one.number} ${one.title}`)}
              </Link>
              <span className="value-seen-line">
                {[text(`value.${one.type}`), stateOf(one), one.assignee ?? '']
                  .filter(Boolean)
                  .join(' · ')}{' '}
                · <Time at={one.at} />
              </span>
            </span>
          </li>
        ))}
        {shown.map(({ id, name, createdAt, createdBy }) => (
          <li key={id}>
            <Icon name="folder" />
            <span>
              <Link to={path`/investigations/${id}`}>{defangText(name)}</Link>
              <span className="value-seen-line">
                {text('value.investigation')} · {createdBy} · <Time at={createdAt} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">{text('value.moreSightings', { count: more })}</p>}
    </section>
  )
}

const stateOf = ({ type, status }: Sighting): string => {
  if (type === 'case') return text(status === 'Open' ? 'value.open' : 'value.closed')
  if (status === 'Imported') return text('value.imported')
  return text(status === 'New' ? 'value.new' : 'value.read')
}
