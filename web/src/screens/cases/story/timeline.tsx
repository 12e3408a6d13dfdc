import type { CaseV1, StoryEntry } from '@assay/contract'
import { type Ref, useCallback, useState } from 'react'
import { defangSentence } from '../../../base/model/defang.ts'
import { dateAndTime, dayName, hourOf } from '../../../base/model/times.ts'
import { useRights } from '../../../base/session/rights.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Avatar } from '../../../base/ui/avatar.tsx'
import { Button } from '../../../base/ui/button.tsx'
import { Icon, type IconName } from '../../../base/ui/icons.tsx'
import { StatusMark } from '../../../base/ui/marks.tsx'
import { Segments } from '../../../base/ui/segments.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { useNow } from '../../../base/ui/time.tsx'
import { Markdown } from '../../../shared/response/markdown/markdown.tsx'
import { ByRule } from '../../../shared/rules/by-rule.tsx'
import { useNameOf } from '../name-of.ts'
import { ActionReport } from './action-report.tsx'
import { CommentBubble } from './comment-entry.tsx'
import { Composer } from './composer.tsx'
import { type Filter, filterNames, isWanted, useStory } from './data.ts'
import { byDay } from './days.ts'
import { EntryWords } from './entry-words.tsx'
import { useAskedEntry } from './use-asked-entry.ts'

const portion = 100

/** The story of the case for all its readers, newest first. */
export function Timeline({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  const [filter, setFilter] = useState<Filter>('all')
  const [max, setMax] = useState(portion)
  const story = useStory(row._id, max)
  const askMore = useCallback(() => setMax((before) => before + portion), [])
  const { asked, element } = useAskedEntry(story.data, askMore)
  const nameOf = useNameOf()
  const now = useNow()
  return (
    <section className="panel timeline-panel" aria-label={text('cases.timeline')}>
      <div className="panel-head">
        <h2>{text('cases.timeline')}</h2>
        <Segments
          label={text('cases.timelineShows')}
          value={filter}
          options={filterNames.map((value) => ({
            value,
            label: text(`cases.timeline.${value}`),
          }))}
          onChange={setFilter}
        />
      </div>
      {analyze && <Composer caseId={row._id} tlp={row.tlp} />}
      <Answer query={story}>
        {({ rows, total }) => {
          const wanted = rows.filter((entry) => isWanted(entry, filter))
          return (
            <>
              {wanted.length === 0 && <p className="muted">{text('cases.timeline.none')}</p>}
              {byDay(wanted, (at) => dayName(at, now)).map(({ name, entries }) => (
                <div key={name}>
                  <h3 className="timeline-day">{name}</h3>
                  <ol className="timeline">
                    {entries.map((entry) => (
                      <Entry
                        key={`${entry.kind} ${entry.id} ${entry.at} ${entry.status ?? ''}`}
                        entry={entry}
                        row={row}
                        nameOf={nameOf}
                        asked={entry.id === asked ? element : undefined}
                      />
                    ))}
                  </ol>
                </div>
              ))}
              {total > rows.length && (
                <Button size="small" onClick={askMore}>
                  {counted('cases.timeline.older', total - rows.length)}
                </Button>
              )}
            </>
          )
        }}
      </Answer>
    </section>
  )
}

const icons: Readonly<Record<StoryEntry['kind'], IconName>> = {
  comment: 'user',
  log: 'task',
  verdict: 'observable',
  action: 'play',
  task: 'task',
  alert: 'merge',
  value: 'observable',
  change: 'edit',
  technique: 'flag',
  event: 'bell',
  case: 'case',
  report: 'print',
}

const verdictIcons: Readonly<Record<string, IconName>> = {
  malicious: 'level-malicious',
  suspicious: 'level-suspicious',
  safe: 'level-safe',
  none: 'level-info',
}

interface EntryProps {
  entry: StoryEntry
  row: CaseV1
  nameOf: (login: string) => string
  /** The entry that the link names. */
  asked: Ref<HTMLLIElement> | undefined
}

function Entry({ entry, row, nameOf, asked }: EntryProps) {
  const isVerdict = entry.kind === 'verdict'
  const icon = (isVerdict && verdictIcons[entry.status ?? '']) || icons[entry.kind]
  return (
    <li
      data-kind={entry.kind}
      data-asked={asked !== undefined || undefined}
      ref={asked}
      tabIndex={asked ? -1 : undefined}
    >
      {entry.kind === 'comment' ? (
        <Avatar name={nameOf(entry.by ?? '')} />
      ) : (
        <span className="bead" data-verdict={isVerdict ? entry.status : undefined}>
          <Icon name={icon} />
        </span>
      )}
      <div className="timeline-what">
        <EntryWords entry={entry} caseId={row._id} nameOf={nameOf} />
        {entry.rule && (
          <span className="muted">
            {' · '}
            <ByRule rule={entry.rule} />
          </span>
        )}
        {entry.kind === 'comment' && <CommentBubble entry={entry} />}
        {(entry.kind === 'log' || entry.kind === 'event') && entry.message && (
          <div className="bubble">
            <Markdown value={entry.message} />
          </div>
        )}
        {entry.kind === 'action' && <ActionState entry={entry} />}
      </div>
      <time dateTime={new Date(entry.at).toISOString()} title={dateAndTime(entry.at)}>
        {hourOf(entry.at)}
      </time>
    </li>
  )
}

function ActionState({ entry }: { entry: StoryEntry }) {
  const { analyze } = useRights()
  return (
    <>
      <p className="story-state" role="status">
        <StatusMark status={entry.status ?? ''} />
        {entry.message && <span>{defangSentence(entry.message)}</span>}
      </p>
      {analyze && entry.endDate !== undefined && <ActionReport entry={entry} />}
    </>
  )
}
