import type { ReactNode } from 'react'
import { text } from '../texts/index.ts'
import { Icon } from '../ui/icons.tsx'
import './setup.css'

const steps = ['you', 'value', 'answer'] as const
export type Step = (typeof steps)[number]

interface SetupFrameProps {
  step: Step
  title: string
  lead: string
  children: ReactNode
}

/** Where one is in the first run, beside what is to be done. */
export function SetupFrame({ step, title, lead, children }: SetupFrameProps) {
  const current = steps.indexOf(step)
  return (
    <div className="setup">
      <div className="setup-story">
        <h1 tabIndex={-1}>{title}</h1>
        <p className="card-lead">{lead}</p>
        <p className="setup-short">{text('setup.step', { step: current + 1, of: steps.length })}</p>
        <ol className="setup-steps">
          {steps.map((name, index) => (
            <li
              key={name}
              aria-current={index === current ? 'step' : undefined}
              className={index < current ? 'is-done' : ''}
            >
              <span className="setup-number" aria-hidden="true">
                {index < current ? <Icon name="check" /> : index + 1}
              </span>
              <div>
                <b>{text(`setup.step.${name}`)}</b>
                <p className="muted">{text(`setup.step.${name}Hint`)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      {children}
    </div>
  )
}
