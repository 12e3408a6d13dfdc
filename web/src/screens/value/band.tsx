import type { ValueDetail } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { saidGap, saidHeadline, saidOwn } from '../../base/model/headline.ts'
import { ago, dateAndHour, dateAndTime } from '../../base/model/times.ts'
import { isOld } from '../../base/model/verdict-age.ts'
import { counted, labeled, locale, text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { Names } from '../../base/ui/names.tsx'
import { useNow } from '../../base/ui/time.tsx'
import { verdictIcon } from '../../base/ui/verdict-mark.tsx'
import { BandReasons } from './band-reasons.tsx'
import { ChainLine, InheritedFrom } from './chain.tsx'
import { progressOf } from './progress.ts'
import type { RankedReason } from './ranked.ts'
import { levelsByWeight, votesOf } from './reasons.ts'
import { StillOpen } from './still-open.tsx'
import type { Analysis } from './use-analysis.ts'
import { Votes } from './votes.tsx'

interface VerdictBandProps {
  value: ValueDetail
  rows: readonly RankedReason[]
  analysis: Analysis | undefined
  /** How far it was when it was stopped. */
  stopped: string | undefined
  /** When the last answer came, where none comes now. */
  lostSince: number | undefined
}

/** Is it bad, and why: before everything else. */
export function VerdictBand({ value, rows, analysis, stopped, lostSince }: VerdictBandProps) {
  const { verdict, headline } = value
  const now = useNow()
  const isOpen = headline.state === 'running'
  const level = isOpen ? null : headline.level
  return (
    <section
      className="value-band"
      data-verdict={level ?? 'unasked'}
      data-state={isOpen ? 'running' : undefined}
      data-old={isOld(verdict.checkedAt, now) || undefined}
      aria-label={text('value.verdict')}
    >
      <div className="value-band-side">
        <p className="value-band-word">
          <Icon name={isOpen ? 'status-running' : verdictIcon(level)} />
          {wordOf(value)}
        </p>
        <Votes value={value} />
        <p>{stopped ?? sentenceOf(value)}</p>
        {isOpen && <p className="value-band-part">{runningSentence(value)}</p>}
        {lostSince !== undefined && (
          <p className="value-band-part">
            {text('value.lastUpdate', { at: dateAndTime(lostSince) })}
          </p>
        )}
        {!isOpen && <OnItsOwn value={value} />}
        <Since value={value} now={now} />
      </div>
      <div className="value-band-why">
        <h2 className="value-answer">
          <Names in={answerOf(value)} />
        </h2>
        {isOpen && (
          <p className="value-so-far">
            {text(rows.length > 0 ? 'value.foundSoFar' : 'value.nothingSoFar')}
          </p>
        )}
        <BandReasons value={value} rows={rows} isOpen={isOpen} analysis={analysis} />
        {isOpen ? <StillOpen value={value} /> : <Ways rows={rows} />}
        <NotExamined value={value} />
      </div>
    </section>
  )
}

function wordOf({ headline: { state, level } }: ValueDetail): string {
  if (state === 'running') return text('value.running')
  if (state === 'failed') return text('value.failed')
  if (state === 'notApplicable') return text('status.notApplicable')
  return text(level === null ? 'verdict.unasked' : `verdict.${level}`)
}

function answerOf(value: ValueDetail): string {
  const { state } = value.headline
  if (state === 'running') return text('value.noVerdictYet')
  if (state === 'notAnalyzed') return text('value.neverAsked')
  return saidHeadline(value.headline)
}

/** "Of 5 analyzers: 1 malicious, 2 suspicious; 1 failed". */
function sentenceOf(value: ValueDetail): string {
  const { answers, running, notAsked, headline } = value
  const { levels, failed } = votesOf(answers)
  const { done, asked, late } = progressOf(value)
  if (running.length > 0) {
    const names = late.slice(0, 3).map(analyzerName).join(', ')
    return headline.state === 'running' || late.length < running.length
      ? text('value.finished', { done, asked })
      : text('value.pending', { done, asked, names })
  }
  if (answers.length === 0)
    return notAsked.length === 0
      ? text('value.noneFits')
      : counted('value.fitting', notAsked.length)
  const said = levelsByWeight
    .filter((level) => level !== 'none')
    .flatMap((level) => {
      const count = levels.filter((one) => one === level).length
      return count === 0 ? [] : [text(`value.says.${level}`, { count })]
    })
  const all = counted('value.ofAnalyzers', levels.length)
  const first =
    said.length === 0 ? text('value.saysNothing', { all }) : labeled(all, said.join(', '))
  return failed === 0 ? first : `${first}; ${counted('value.didNotAnswer', failed)}`
}

function runningSentence(value: ValueDetail): string {
  const { running, waiting } = progressOf(value)
  return text('value.runningNow', { running, waiting })
}

/** Where what it leads to is worse than the observable itself. */
function OnItsOwn({ value: { headline } }: { value: ValueDetail }) {
  const { level, ownLevel, inherited } = headline
  if (level === null || level === ownLevel || inherited.length === 0) return null
  const nouns = inherited
    .filter((lead) => lead.level === level)
    .flatMap(({ chain: [first] }) => (first ? [saidOwn(first)] : []))
  const what = new Intl.ListFormat(locale()).format([...new Set(nouns)].slice(0, 3))
  return (
    <p className="value-band-part">
      {text('value.inheritedVia', {
        what,
        level: text(ownLevel === null ? 'verdict.unasked' : `verdict.${ownLevel}`).toLowerCase(),
      })}
    </p>
  )
}

/** Since when, or that all this was long ago. */
function Since({ value, now }: { value: ValueDetail; now: number }) {
  const { changes, verdict, headline, running } = value
  if (verdict.checkedAt !== undefined && isOld(verdict.checkedAt, now))
    return (
      <p className="value-band-since">
        {text('value.isOld', { ago: ago(verdict.checkedAt, now) })}
      </p>
    )
  const [last] = changes
  if (!last || running.length > 0 || headline.level !== last.to) return null
  return (
    <p className="value-band-since">
      {text('value.since', { level: text(`verdict.${last.to}`), at: dateAndHour(last.at) })}
    </p>
  )
}

const Ways = ({ rows }: { rows: readonly RankedReason[] }) => (
  <InheritedFrom ways={rows.flatMap(({ from }) => from ?? [])} />
)

const fewGaps = 2

/** What no analyzer could look at, and why. */
function NotExamined({ value: { headline } }: { value: ValueDetail }) {
  const { notExamined, notExaminedCount, state } = headline
  if (notExamined.length === 0 || state === 'running' || state === 'failed') return null
  const left = notExaminedCount - Math.min(fewGaps, notExamined.length)
  return (
    <ChainLine label={text('value.notExamined')}>
      <p className="muted">
        {notExamined.slice(0, fewGaps).map(saidGap).join('; ')}
        {left > 0 && ` (${counted('value.moreGaps', left)})`}
      </p>
    </ChainLine>
  )
}
