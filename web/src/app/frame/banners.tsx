import { lazy, Suspense, useEffect } from 'react'
import { api } from '../../base/api.ts'
import { useIsReachable } from '../../base/connection/reachable.ts'
import { queryClient } from '../../base/data/cache.ts'
import { useRights } from '../../base/session/rights.ts'
import { useSession } from '../../base/session/session.ts'
import { loadTexts, text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'

/** Only a demo needs them. */
const tour = async () => (await Promise.all([import('./tour.tsx'), loadTexts(['tour'])]))[0]
const TourButton = lazy(async () => ({ default: (await tour()).TourButton }))
export const Tour = lazy(async () => ({ default: (await tour()).Tour }))

/** What is true of the whole page: example data, no connection. */
export function Banners() {
  const { config } = useSession().status
  const rights = useRights()
  const isReachable = useIsReachable()
  return (
    <>
      {config.demo && (
        <p className="banner">
          <Icon name="info" />
          <span className="banner-text">{text('demo.banner')}</span>
          {rights.analyze && (
            <Suspense>
              <TourButton />
            </Suspense>
          )}
        </p>
      )}
      <div role="alert">{!isReachable && <Offline />}</div>
    </>
  )
}

const longestWaitMs = 30_000

/** Retries, ever more slowly; when the server is back everything is reloaded. */
function Offline() {
  useEffect(() => {
    let waitMs = 1000
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      try {
        await api.alive()
        await queryClient.invalidateQueries()
      } catch {
        waitMs = Math.min(waitMs * 2, longestWaitMs)
        timer = setTimeout(() => void ask(), waitMs)
      }
    }
    timer = setTimeout(() => void ask(), waitMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className="banner">
      <Icon name="alert" />
      {text('offline.banner')}
    </p>
  )
}
