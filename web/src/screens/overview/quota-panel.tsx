import type { Quota } from '@assay/contract'
import { shareOf, useQuotas } from '../../base/data/quotas.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Panel } from '../../base/ui/page.tsx'
import { Failed, Loading } from '../../base/ui/states.tsx'
import { Time } from '../../base/ui/time.tsx'
import { BarPanel } from '../../shared/charts/bar-panel.tsx'
import type { Tone } from '../../shared/charts/stacked-bars.tsx'
import { configurationPath } from './links.ts'

/** Of those who set the limits. */
export function QuotaPanel({ everyMs }: { everyMs: number | false }) {
  const { user } = useSession()
  const { data: quotas = [], error, isPending } = useQuotas(true, everyMs)
  const title = text('overview.quota')
  if (quotas.length === 0) {
    return (
      <Panel title={title}>
        {error ? <Failed error={error} /> : null}
        {isPending && !error ? <Loading lines={2} /> : null}
        {!isPending && !error && <p className="muted">{text('overview.noQuota')}</p>}
      </Panel>
    )
  }
  const workerLink = ({ type, workerId: id, name }: Quota) => (
    <Link to={configurationPath(user.organization, { type, id })}>{analyzerName(name)}</Link>
  )
  return (
    <BarPanel
      title={title}
      rows={quotas}
      idOf={({ workerId }) => workerId}
      nameOf={workerLink}
      nameLabel={text('overview.worker')}
      bar={(quota) => ({
        share: shareOf(quota),
        tone: toneOf(quota),
        value: usage(quota),
        note: shareOf(quota) >= 1 && <Remark quota={quota} />,
      })}
      numbers={[
        {
          label: text('overview.used'),
          cell: (quota) => (
            <>
              {usage(quota)} <Remark quota={quota} />
            </>
          ),
        },
      ]}
    />
  )
}

const unitName = (unit: Quota['rateUnit']) => text(`overview.unit.${unit}`)

/** `180/200 Day` */
const usage = ({ used, rate, rateUnit }: Quota) =>
  text('overview.usage', { used, rate, unit: unitName(rateUnit) })

function Remark({ quota }: { quota: Quota }) {
  if (quota.freeAt !== undefined) {
    return (
      <span className="quota-full">
        {text('overview.usedUpUntil')} <Time at={quota.freeAt} />
      </span>
    )
  }
  if (shareOf(quota) >= 1) return <span className="quota-full">{text('overview.usedUp')}</span>
  return null
}

const nearlyFull = 0.8

const toneOf = (quota: Quota): Tone => {
  const share = shareOf(quota)
  if (share >= 1) return 'bad'
  return share >= nearlyFull ? 'warn' : 'plain'
}
