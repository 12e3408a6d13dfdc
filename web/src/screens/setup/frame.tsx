import { type ReactNode, useEffect, useRef } from 'react'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import './setup.css'

interface Step {
  readonly name: string
  readonly hint: string
}

interface SetupFrameProps {
  steps?: readonly Step[]
  /** Index of the one that is to be done. */
  step: number
  title: string
  lead: string
  children: ReactNode
}

/** From an empty installation to the first answer. */
const firstRun = (): readonly Step[] =>
  (['you', 'value', 'answer'] as const).map((name) => ({
    name: text(`setup.step.${name}`),
    hint: text(`setup.step.${name}Hint`),
  }))

/** The current step, next to its content. */
export function SetupFrame({ steps = firstRun(), step, title, lead, children }: SetupFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="setup">
      <div className="setup-story">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        <p className="card-lead">{lead}</p>
        <p className="setup-short">{text('setup.step', { step: step + 1, of: steps.length })}</p>
        <ol className="setup-steps">
          {steps.map(({ name, hint }, index) => (
            <li
              key={name}
              aria-current={index === step ? 'step' : undefined}
              className={index < step ? 'is-done' : ''}
            >
              <span className="setup-number" aria-hidden="true">
                {index < step ? <Icon name="check" /> : index + 1}
              </span>
              <div>
                <b>{name}</b>
                <p className="muted">{hint}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      {children}
    </div>
  )
}
