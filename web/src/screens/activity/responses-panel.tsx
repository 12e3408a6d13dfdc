import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useIsLive } from '../../base/live/connection.ts'
import { useCalmEvents } from '../../base/live/use-calm-events.ts'
import { useSearch } from '../../base/routing/location.ts'
import { counted, formatNumber, text } from '../../base/texts/index.ts'
import { Dialog } from '../../base/ui/dialog.tsx'
import { Segments } from '../../base/ui/segments.tsx'
import { Answer, Failed, Missing } from '../../base/ui/states.tsx'
import {
  type Found,
  maxResponses,
  useOpenResponses,
  useResponse,
  useResponses,
} from '../../shared/responses/data.ts'
import { ResponseCard, titleText } from '../../shared/responses/response-card.tsx'

const views = ['open', 'effect', 'all'] as const
type View = (typeof views)[number]
const calmMs = 1_000

/** Responders with a policy: what needs a decision, what is in effect. Not there without any. */
export function ResponsesPanel() {
  const { params, set } = useSearch()
  const isLive = useIsLive()
  const everyMs = isLive ? 60_000 : 10_000
  const answers = {
    open: useOpenResponses(true, everyMs),
    effect: useResponses('done', true, everyMs),
    all: useResponses(undefined, true, everyMs),
  }
  useCalmEvents({
    isWanted: (event) => 'jobId' in event,
    pauseMs: () => calmMs,
    work: () => void readAgain(keyOf('responses')),
  })
  const lost = Object.values(answers).find(({ isError, data }) => isError && !data)
  if (lost) return <Failed error={lost.error} onRetry={() => void lost.refetch()} />
  const { open, effect, all } = answers
  if (!open.data || !effect.data || !all.data || all.data.total === 0) return null
  const wanted = views.find((view) => view === params.get('guarded'))
  const view: View = wanted ?? (open.data.total > 0 ? 'open' : 'effect')
  const found = answers[view].data as Found
  return (
    <section className="panel guarded-panel" aria-label={text('brakes.guarded')}>
      <div className="panel-head">
        <h2>{text('brakes.guarded')}</h2>
        <Segments
          label={text('brakes.guarded')}
          value={view}
          onChange={(next) => set({ guarded: next })}
          options={views.map((value) => ({
            value,
            label: `${text(`brakes.view.${value}`)} ${formatNumber(answers[value].data?.total ?? 0)}`,
          }))}
        />
      </div>
      {found.rows.length === 0 && <p className="muted">{text(`brakes.none.${view}`)}</p>}
      {found.rows.map((response) => (
        <ResponseCard key={response.id} response={response} />
      ))}
      {found.total > maxResponses && (
        <p className="muted">{counted('brakes.newest', maxResponses)}</p>
      )}
    </section>
  )
}

/** One response, in full; the address has it. */
export function ReviewDialog({ id }: { id: string }) {
  const { set } = useSearch()
  const query = useResponse(id, 5_000)
  const close = () => set({ response: undefined })
  return (
    <Dialog
      title={query.data ? titleText(query.data) : text('brakes.review')}
      shape="wide"
      onClose={close}
    >
      <Answer query={query} missing={<Missing what={text('brakes.review')} id={id} list={null} />}>
        {(response) => <ResponseCard response={response} isWhole />}
      </Answer>
    </Dialog>
  )
}
