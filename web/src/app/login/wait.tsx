import { text } from '../../base/texts/index.ts'
import { minutesAndSeconds } from '../../base/use-countdown.ts'

/**
 * The pause that the server requests. A timer is silent for screen readers; its end is announced
 * once.
 */
export function Wait({ until, seconds }: { until: number | undefined; seconds: number }) {
  return (
    <>
      {seconds > 0 && (
        <p className="wait" role="timer">
          {text('login.wait')} <strong>{minutesAndSeconds(seconds)}</strong>
        </p>
      )}
      <p className="wait-over" role="status">
        {until !== undefined && seconds === 0 && text('login.waitOver')}
      </p>
    </>
  )
}
