import { useEffect, useRef } from 'react'
import { currentLocation, navigate } from '../routing/location.ts'
import { counted, text } from '../texts/index.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { batchAddress } from './address.ts'
import { failedKeysOf, jobIdsOf, type Tally, tallyOf } from './batch.ts'
import type { Batch } from './batches.ts'
import { Matrix } from './matrix.tsx'
import { NewAnalysisLink } from './new-analysis-link.tsx'
import { useBatchProgress } from './use-batch-progress.ts'

export function BatchView({ batch }: { batch: Batch }) {
  const { sender } = batch
  useBatchProgress(batch)
  useAddress(jobIdsOf(sender))
  const tally = tallyOf(sender.states.values())
  const failed = failedKeysOf(sender)
  const isStopped = sender.isStopped() && tally.unsent > 0
  return (
    <Page
      title={text('analysis.batch')}
      tabTitle={`${text('analysis.batch')} ${doneOf(tally)}/${tally.total}`}
      actions={
        <>
          {failed.length > 0 && (
            <Button icon="refresh" onClick={() => sender.again(failed, { force: false })}>
              {counted('analysis.retry', failed.length)}
            </Button>
          )}
          {isStopped ? (
            <Button icon="play" onClick={sender.start}>
              {text('analysis.continue')}
            </Button>
          ) : (
            tally.unsent > 0 && (
              <Button icon="stop" onClick={sender.stop}>
                {text('analysis.stop')}
              </Button>
            )
          )}
          <NewAnalysisLink />
        </>
      }
    >
      <Progress tally={tally} isStopped={isStopped} />
      {batch.isReopened && (
        <p className="muted batch-note">
          {text('analysis.reopened')}
          {batch.missing > 0 && ` ${counted('analysis.missing', batch.missing)}`}
        </p>
      )}
      <Matrix batch={batch} />
    </Page>
  )
}

/** "31 jobs, ok 20, running 6, waiting 2, failed 3" */
function Progress({ tally, isStopped }: { tally: Tally; isStopped: boolean }) {
  const done = doneOf(tally)
  const said = text('analysis.progress', { done, total: tally.total, failed: tally.failed })
  useEffect(() => announce(said), [said])
  const parts = [
    ['ok', tally.ok],
    ['running', tally.running],
    ['waiting', tally.waiting],
    ['failed', tally.failed],
    [isStopped ? 'unsent' : 'sending', tally.unsent],
    ['other', tally.other],
  ] as const
  return (
    <div className="batch-progress">
      <p className="batch-tally number">
        <strong>{counted('analysis.jobs', tally.total)}</strong>
        {parts.map(
          ([name, count]) =>
            (count > 0 || name === 'ok' || name === 'failed') && (
              <span key={name} data-part={name}>
                {text(`analysis.tally.${name}`, { count })}
              </span>
            ),
        )}
      </p>
      <progress max={tally.total} value={done} aria-label={said} />
    </div>
  )
}

const doneOf = ({ ok, failed, other }: Tally) => ok + failed + other

/** Browsers allow two hundred changes of the address in half a minute. */
const pauseMs = 500

/** Ids go into the address as they come, so that it can be reloaded and shared at any time. */
function useAddress(ids: readonly string[]) {
  const address = batchAddress(ids)
  const latest = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (ids.length === 0 || latest.current === address) return
    latest.current = address
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      // Somebody who has gone elsewhere is not pulled back.
      if (currentLocation().path === '/batch') navigate(latest.current, { replace: true })
    }, pauseMs)
  }, [address, ids.length])
}
