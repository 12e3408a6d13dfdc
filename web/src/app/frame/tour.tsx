import './tour.css'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { keyOf } from '../../base/data/keys.ts'
import { Link } from '../../base/routing/link.tsx'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { changeTour, useTour } from './tour-state.ts'
import { readStory } from './tour-story.ts'

/** From a mail that was reported to what was done about it. */
const steps = ['welcome', 'alert', 'value', 'case', 'respond', 'activity'] as const

/** Next to the page, which stays usable: each step says what to look at and leads there. */
export function Tour() {
  const { step, isAway } = useTour(steps.length)
  const story = useQuery({
    queryKey: keyOf('tour'),
    queryFn: ({ signal }) => readStory(signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !isAway,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
  }, [step])
  if (isAway) return null
  const name = steps[step] ?? 'welcome'
  const to = story.data?.[name]
  const isLast = step === steps.length - 1
  const putAway = () => {
    changeTour({ step: isLast ? 0 : step, isAway: true })
    // The visitor's place is gone: they continue in the page.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    putAway()
  }
  return (
    <section className="tour" aria-labelledby="tour-title" onKeyDown={press}>
      <div className="tour-head">
        <p className="muted">{text('tour.step', { step: step + 1, count: steps.length })}</p>
        <Button kind="quiet" size="small" icon="close" iconOnly onClick={putAway}>
          {text('tour.close')}
        </Button>
      </div>
      <h2 id="tour-title" ref={heading} tabIndex={-1}>
        {text(`tour.${name}.title`)}
      </h2>
      <p>{text(`tour.${name}.text`)}</p>
      <div className="buttons">
        {to && (
          <Link to={to} className="button button-small">
            {text(`tour.${name}.go`)}
          </Link>
        )}
        <span className="tour-turn">
          {step > 0 && (
            <Button
              kind="quiet"
              size="small"
              onClick={() => changeTour({ step: step - 1, isAway: false })}
            >
              {text('tour.back')}
            </Button>
          )}
          <Button
            kind="primary"
            size="small"
            onClick={() => (isLast ? putAway() : changeTour({ step: step + 1, isAway: false }))}
          >
            {text(isLast ? 'tour.end' : 'tour.next')}
          </Button>
        </span>
      </div>
    </section>
  )
}

/** In the line that says that all is made up. */
export function TourButton() {
  const { step, isAway } = useTour(steps.length)
  if (!isAway) return null
  return (
    <Button kind="quiet" size="small" onClick={() => changeTour({ step, isAway: false })}>
      {text('tour.open')}
    </Button>
  )
}
