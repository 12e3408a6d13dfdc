import type { ResponderPolicy } from '@assay/contract'
import { duration } from '../../../base/model/times.ts'
import { text } from '../../../base/texts/index.ts'
import { Icon, type IconName } from '../../../base/ui/icons.tsx'

const minuteMs = 60_000
const hourMs = 3_600_000
const fewApprovers = 3

/** Ask, approve, run, undo: who, when, and what happens if no one does. */
export function PathLine({ policy }: { policy: ResponderPolicy }) {
  const { approval, approvers, approvalHours, inverse, undoAfterMinutes } = policy
  const asks = approval === 'always'
  const names = approvers.slice(0, fewApprovers).join(', ')
  const steps: { icon: IconName; title: string; when: string }[] = [
    {
      icon: 'user',
      title: text(asks ? 'brakes.path.ask' : 'brakes.path.start'),
      when: text('brakes.path.now'),
    },
    ...(asks
      ? [
          {
            icon: 'shield' as const,
            title:
              names === ''
                ? text('brakes.path.anyApproves')
                : text('brakes.path.approves', {
                    names: approvers.length > fewApprovers ? `${names} …` : names,
                  }),
            when: text('brakes.path.within', { time: duration(approvalHours * hourMs) }),
          },
        ]
      : []),
    { icon: 'play', title: text('brakes.path.runs'), when: text('brakes.path.atOnce') },
    inverse
      ? {
          icon: 'undo',
          title: text('brakes.path.undone'),
          when:
            undoAfterMinutes === null
              ? text('brakes.path.byHand')
              : text('brakes.path.after', { time: duration(undoAfterMinutes * minuteMs) }),
        }
      : {
          icon: 'undo',
          title: text('brakes.path.notUndone'),
          when: text('brakes.path.noInverse'),
        },
  ]
  return (
    <ol className="respond-path">
      {steps.map(({ icon, title, when }) => (
        <li key={title}>
          <Icon name={icon} />
          <span>
            <strong>{title}</strong>
            <small>{when}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}
