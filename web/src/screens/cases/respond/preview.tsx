import type { ProtectedValue, ResponderPolicy } from '@assay/contract'
import { useState } from 'react'
import { defangText } from '../../../base/model/defang.ts'
import { duration, shortTime } from '../../../base/model/times.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Icon, type IconName } from '../../../base/ui/icons.tsx'
import { Sentence } from '../../../base/ui/sentence.tsx'
import { Loading } from '../../../base/ui/states.tsx'
import { shownEntry } from '../../../shared/responses/words.ts'
import { type Fate, isCareful } from './fates.ts'
import { isStopped, type Line, type Plan } from './use-plan.ts'

const few = 12

/** What will happen to each target; what is refused comes with its reason. */
export function Preview({ plan }: { plan: Plan }) {
  const { policy, lines, more, tooMany, used } = plan
  const [isWhole, setWhole] = useState(false)
  if (!policy?.isSet) return null
  // Refused ones are never among those that are not drawn.
  const sorted = [...lines].sort((a, b) => Number(isStopped(b.fate)) - Number(isStopped(a.fate)))
  const isShort = lines.length > few && !isWhole
  const shown = isShort ? sorted.slice(0, few) : lines
  return (
    <section className="respond-preview" aria-label={text('brakes.happens')}>
      <p className="respond-preview-head">
        <strong>{text('brakes.happens')}</strong>{' '}
        <span className="muted">{text('brakes.checkedAgain')}</span>
      </p>
      {plan.isLoading ? (
        <Loading lines={2} />
      ) : (
        <>
          {lines.length === 0 && <p className="muted">{text('brakes.noTargets')}</p>}
          {shown.length > 0 && (
            <ul className="respond-fates">
              {shown.map((line) => (
                <FateRow key={line.id} line={line} policy={policy} />
              ))}
            </ul>
          )}
          {isShort && (
            <Button kind="quiet" size="small" onClick={() => setWhole(true)}>
              {counted('brakes.moreTargets', lines.length - shown.length)}
            </Button>
          )}
          {more > 0 && <p className="muted">{counted('brakes.unreadTargets', more)}</p>}
          {tooMany !== undefined && (
            <p className="respond-warning">{counted('brakes.tooMany', tooMany)}</p>
          )}
          {used && (
            <p className={used.runs >= used.perHour ? 'respond-warning' : 'muted'}>
              {text('brakes.perHour', { runs: used.runs, perHour: used.perHour })}
            </p>
          )}
          {plan.isUnchecked && <p className="muted">{text('brakes.unchecked')}</p>}
          {!isCareful(policy) && lines.length > 0 && (
            <p className="muted">{text('brakes.informs')}</p>
          )}
        </>
      )}
    </section>
  )
}

const icons: Readonly<Record<Fate['kind'], IconName>> = {
  refused: 'shield',
  unfit: 'shield',
  again: 'check',
  run: 'check',
}

function FateRow({ line: { shown, fate }, policy }: { line: Line; policy: ResponderPolicy }) {
  const stopped = isStopped(fate)
  return (
    <li data-fate={stopped ? 'refused' : fate.kind}>
      <Icon name={icons[fate.kind]} />
      {stopped ? <s className="value">{shown}</s> : <span className="value">{shown}</span>}
      <span>
        <FateWords fate={fate} policy={policy} />
      </span>
    </li>
  )
}

const minuteMs = 60_000

function FateWords({ fate, policy }: { fate: Fate; policy: ResponderPolicy }) {
  const { effect, inverse, undoAfterMinutes } = policy
  const time = undoAfterMinutes === null ? undefined : duration(undoAfterMinutes * minuteMs)
  switch (fate.kind) {
    case 'refused':
      return (
        <Sentence
          of="brakes.fate.refused"
          parts={{
            refused: <strong>{text('brakes.fate.refusedWord')}</strong>,
            entry: entryWords(fate.entry),
          }}
        />
      )
    case 'unfit':
      return (
        <>
          <strong>{text('brakes.fate.unfitWord')}</strong> {defangText(fate.problem)}
        </>
      )
    case 'again':
      return (
        <Sentence
          of={time === undefined || !inverse ? 'brakes.fate.again' : 'brakes.fate.againLonger'}
          parts={{
            done: <strong>{text('brakes.fate.doneWord')}</strong>,
            until: shortTime(fate.response.undoAt ?? 0, Date.now()),
            time: time ?? '',
          }}
        />
      )
    case 'run':
      return (
        <Sentence
          of={time === undefined || !inverse ? 'brakes.fate.run' : 'brakes.fate.runFor'}
          parts={{ did: <strong>{text(`brakes.fate.${effect}`)}</strong>, time: time ?? '' }}
        />
      )
  }
}

/** “Company resolver” (192[.]0[.]2[.]0/28) */
function entryWords(entry: ProtectedValue): string {
  const { note } = entry
  const shown = shownEntry(entry)
  if (note === '') return shown
  return shown === ''
    ? text('brakes.entry.noted', { note: defangText(note) })
    : text('brakes.entry.both', { note: defangText(note), value: shown })
}
