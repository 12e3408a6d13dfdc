import type { Desk, DeskTimes } from '@assay/contract'
import { dateOnly } from '../../../base/model/times.ts'
import { formatNumber, text } from '../../../base/texts/index.ts'
import { CourseChart } from '../../../shared/charts/course-chart.tsx'
import { roundedUp } from '../../../shared/charts/scale.ts'
import type { DeskColumn } from './export.ts'
import { DeskPanel } from './panel.tsx'
import { dayText } from './period.ts'
import { daysOf, roundTime, shortDate, shortDuration } from './scale.ts'

type AlertPiece = Desk['alerts'][number]
type TimesOfWeek = Desk['times'][number]

/** The first column of both: what it covers on the page, both days in the file. */
const daysColumns = <Row extends { from: number; to: number }>(): DeskColumn<Row>[] => [
  { key: 'from', label: text('desk.when'), value: csvDays, shown: daysOf, isText: true },
]
const csvDays = ({ from, to }: { from: number; to: number }) =>
  [...new Set([dayText(from), dayText(to - 1)])].join(' – ')

const shownNumber = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value))

export function AlertsChart({ desk }: { desk: Desk }) {
  const { alerts } = desk
  const title = text('desk.alerts')
  const number = (key: 'received' | 'handled' | 'waiting'): DeskColumn<AlertPiece> => ({
    key,
    label: text(`desk.${key}`),
    value: (row) => row[key],
    shown: (row) => shownNumber(row[key]),
  })
  const columns = [
    ...daysColumns<AlertPiece>(),
    number('received'),
    number('handled'),
    number('waiting'),
  ]
  const sum = (key: 'received' | 'handled') =>
    alerts.reduce((total, piece) => total + piece[key], 0)
  const waitingNow = desk.people.reduce(
    (total, one) => total + one.alerts,
    desk.otherPeople?.alerts ?? 0,
  )
  const values = (key: 'received' | 'handled' | 'waiting') => alerts.map((piece) => piece[key])
  const top = roundedUp(
    Math.max(2, ...alerts.flatMap((one) => [one.received, one.handled, one.waiting ?? 0])),
  )
  const about = text('desk.alerts.about', {
    received: formatNumber(sum('received')),
    handled: formatNumber(sum('handled')),
    waiting: formatNumber(waitingNow),
  })
  return (
    <DeskPanel
      title={title}
      name="desk-alerts"
      rows={alerts}
      idOf={({ from }) => String(from)}
      columns={columns}
      about={
        <>
          {about}. {text('desk.handledAbout')}
        </>
      }
      chart={
        <CourseChart
          label={text('app.labelled', { label: title, value: about })}
          top={top}
          scale={formatNumber}
          series={[
            {
              name: text('desk.received'),
              tone: 'neutral',
              form: 'bar',
              values: values('received'),
            },
            { name: text('desk.handled'), tone: 'plain', form: 'bar', values: values('handled') },
            { name: text('desk.waiting'), tone: 'warn', form: 'line', values: values('waiting') },
          ]}
          places={alerts.map((piece) => ({
            key: String(piece.from),
            tick: shortDate(piece.from),
            label: text('app.labelled', {
              label: daysOf(piece),
              value: (['received', 'handled', 'waiting'] as const)
                .map((key) => `${shownNumber(piece[key])} ${text(`desk.${key}`).toLowerCase()}`)
                .join(', '),
            }),
          }))}
        />
      }
    />
  )
}

/** In a file hours, which a spreadsheet can calculate with. */
const hours = (ms: number | undefined) =>
  ms === undefined ? undefined : Math.round(ms / 36_000) / 100

const shownTime = (ms: number | undefined) => (ms === undefined ? '–' : shortDuration(ms))

export function TimesChart({ desk: { times } }: { desk: Desk }) {
  const title = text('desk.times')
  const time = (
    key: string,
    label: string,
    of: (row: TimesOfWeek) => number | undefined,
  ): DeskColumn<TimesOfWeek> => ({
    key,
    label: text('desk.hours', { name: label }),
    value: (row) => hours(of(row)),
    shown: (row) => shownNumber(hours(of(row))),
  })
  const columns: DeskColumn<TimesOfWeek>[] = [
    ...daysColumns<TimesOfWeek>(),
    {
      key: 'acknowledged',
      label: text('desk.acknowledged'),
      value: ({ acknowledge }) => acknowledge.count,
      shown: ({ acknowledge }) => formatNumber(acknowledge.count),
    },
    time('aMedian', text('desk.acknowledgeMedian'), ({ acknowledge }) => acknowledge.median),
    time('aP90', text('desk.acknowledgeP90'), ({ acknowledge }) => acknowledge.p90),
    {
      key: 'resolved',
      label: text('desk.resolved'),
      value: ({ resolve }) => resolve.count,
      shown: ({ resolve }) => formatNumber(resolve.count),
    },
    time('rMedian', text('desk.resolveMedian'), ({ resolve }) => resolve.median),
    time('rP90', text('desk.resolveP90'), ({ resolve }) => resolve.p90),
  ]
  const isEmpty = times.every((week) => week.acknowledge.count + week.resolve.count === 0)
  return (
    <DeskPanel
      title={title}
      name="desk-times"
      rows={times}
      idOf={({ from }) => String(from)}
      columns={columns}
      about={text('desk.timesAbout')}
      empty={isEmpty ? text('desk.none') : undefined}
      chart={
        <div className="desk-times">
          {(['acknowledge', 'resolve'] as const).map((kind) => (
            <div key={kind}>
              <h3>{text(`desk.${kind}`)}</h3>
              <TimesCourse name={text(`desk.${kind}`)} times={times} of={(week) => week[kind]} />
            </div>
          ))}
        </div>
      }
    />
  )
}

function TimesCourse(props: {
  name: string
  times: readonly TimesOfWeek[]
  of: (week: TimesOfWeek) => DeskTimes
}) {
  const { name, times, of } = props
  const numbers = times.map(of)
  return (
    <CourseChart
      label={text('app.labelled', {
        label: name,
        value: `${dateOnly(times[0]?.from ?? 0)} – ${dateOnly((times.at(-1)?.to ?? 1) - 1)}`,
      })}
      top={roundTime(Math.max(0, ...numbers.map(({ p90 = 0 }) => p90)))}
      scale={shortDuration}
      series={[
        {
          ...{ name: text('desk.median'), tone: 'plain', form: 'line' },
          values: numbers.map(({ median }) => median),
        },
        {
          ...{ name: text('desk.p90'), tone: 'warn', form: 'dashed' },
          values: numbers.map(({ p90 }) => p90),
        },
      ]}
      places={times.map((week, index) => ({
        key: String(week.from),
        tick: shortDate(week.from),
        label: text('app.labelled', {
          label: daysOf(week),
          value: [
            `${text('desk.median')} ${shownTime(numbers[index]?.median)}`,
            `${text('desk.p90')} ${shownTime(numbers[index]?.p90)}`,
          ].join(', '),
        }),
      }))}
    />
  )
}
