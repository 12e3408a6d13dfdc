import type { Worker } from '@assay/contract'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Fact } from '../../base/ui/fact.tsx'
import { PapMark, TlpMark } from '../../base/ui/marks.tsx'
import { OutsideLink } from './outside-link.tsx'

type Shown = Omit<Worker, 'configuration'>

/** Cache and rate are shown to administrators only. */
export function WorkerFacts({ worker, runner }: { worker: Shown; runner: string | undefined }) {
  const { administer } = useRights()
  const { maxTlp, maxPap, jobTimeout, dockerImage, command } = worker
  return (
    <dl className="facts">
      <Fact label={text('catalogue.technicalName')}>
        <span className="value">{worker.name}</span>
      </Fact>
      <Fact label={text('catalogue.definition')}>
        <span className="value">{worker.workerDefinitionId}</span>
      </Fact>
      <Fact label={text('catalogue.versionName')}>{worker.version}</Fact>
      <Fact label={text('catalogue.author')}>{worker.author || '–'}</Fact>
      <Fact label={text('catalogue.licence')}>{worker.license || '–'}</Fact>
      <Fact label={text('catalogue.site')}>
        {worker.url ? <OutsideLink url={worker.url} /> : '–'}
      </Fact>
      <Fact label={text('catalogue.types')}>
        <span className="value">{worker.dataTypeList.join(', ')}</span>
      </Fact>
      <Fact label={text('catalogue.maxTlp')}>
        {maxTlp === undefined ? text('catalogue.unlimited') : <TlpMark tlp={maxTlp} />}
      </Fact>
      <Fact label={text('catalogue.maxPap')}>
        {maxPap === undefined ? text('catalogue.unlimited') : <PapMark pap={maxPap} />}
      </Fact>
      {administer && worker.type === 'analyzer' && (
        <Fact label={text('catalogue.cache')}>{cacheOf(worker)}</Fact>
      )}
      {administer && <Fact label={text('catalogue.rate')}>{rateOf(worker)}</Fact>}
      {typeof jobTimeout === 'number' && (
        <Fact label={text('catalogue.timeout')}>{counted('catalogue.minutes', jobTimeout)}</Fact>
      )}
      <Fact label={text('catalogue.runner')}>{runner ?? text('catalogue.notRunYet')}</Fact>
      {dockerImage && (
        <Fact label={text('catalogue.image')}>
          <span className="value">{dockerImage}</span>
        </Fact>
      )}
      {command && (
        <Fact label={text('catalogue.command')}>
          <span className="value">{command}</span>
        </Fact>
      )}
    </dl>
  )
}

function cacheOf({ jobCache }: Shown): string {
  if (typeof jobCache !== 'number') return text('catalogue.cacheDefault')
  return jobCache === 0 ? text('catalogue.cacheOff') : counted('catalogue.minutes', jobCache)
}

function rateOf({ rate, rateUnit }: Shown): string {
  if (typeof rate !== 'number' || !rateUnit) return text('catalogue.unlimited')
  return text('catalogue.ratePer', { rate, unit: text(`workers.unit.${rateUnit}`) })
}
