import { type CaseAge, caseAges, type Desk } from '@assay/contract'
import { Link } from '../../../base/routing/link.tsx'
import { counted, formatNumber, text } from '../../../base/texts/index.ts'
import { StackList } from '../../../shared/charts/stack-list.tsx'
import type { Series } from '../../../shared/charts/stacked-bars.tsx'
import type { DeskColumn } from './export.ts'
import { DeskPanel } from './panel.tsx'

const severities = ['low', 'medium', 'high', 'critical'] as const
const ageTones = { day: 'skipped', week: 'good', month: 'neutral', older: 'warn' } as const

interface SeverityRow {
  readonly severity: number
  readonly name: string
  readonly counts: Readonly<Record<CaseAge, number>>
  readonly late: Readonly<Record<CaseAge, number>>
}

const sumOf = (numbers: Readonly<Record<CaseAge, number>>) =>
  caseAges.reduce((sum, age) => sum + numbers[age], 0)

const overdueOf = (count: number) =>
  count > 0 && (
    <>
      {' · '}
      <span className="desk-overdue">
        {text('desk.overdueCount', { count: formatNumber(count) })}
      </span>
    </>
  )

export function OpenCasesChart({ desk: { openCases } }: { desk: Desk }) {
  const title = text('desk.openCases')
  const rows = severities
    .map((name, index): SeverityRow => {
      const found = openCases.filter(({ severity }) => severity === index + 1)
      const of = (key: 'count' | 'overdue') =>
        Object.fromEntries(
          caseAges.map((age) => [age, found.find((one) => one.age === age)?.[key] ?? 0]),
        ) as Record<CaseAge, number>
      return {
        ...{ severity: index + 1, name: text(`severity.${name}`) },
        ...{ counts: of('count'), late: of('overdue') },
      }
    })
    .reverse()
  const number = (
    key: string,
    label: string,
    value: (row: SeverityRow) => number,
  ): DeskColumn<SeverityRow> => ({ key, label, value, shown: (row) => formatNumber(value(row)) })
  const columns: DeskColumn<SeverityRow>[] = [
    { key: 'severity', label: text('desk.severity'), value: ({ name }) => name, isText: true },
    ...caseAges.map((age) => number(age, text(`desk.age.${age}`), ({ counts }) => counts[age])),
    number('overdue', text('desk.overdue'), ({ late }) => sumOf(late)),
  ]
  return (
    <DeskPanel
      title={title}
      name="desk-open-cases"
      rows={rows}
      idOf={({ severity }) => String(severity)}
      columns={columns}
      about={text('desk.now')}
      empty={openCases.length === 0 ? text('desk.noneNow') : undefined}
      chart={
        <StackList
          label={title}
          series={caseAges.map((age) => ({ name: text(`desk.age.${age}`), tone: ageTones[age] }))}
          mark={{ name: text('desk.overdue'), tone: 'bad' }}
          rows={rows.map(({ severity, name, counts, late }) => ({
            key: String(severity),
            name: <Link to={`/cases?status=Open&severity=${severity}`}>{name}</Link>,
            parts: caseAges.map((age) => counts[age]),
            marked: caseAges.map((age) => late[age]),
            value: (
              <>
                {formatNumber(sumOf(counts))}
                {overdueOf(sumOf(late))}
              </>
            ),
          }))}
        />
      }
    />
  )
}

type Person = Desk['people'][number] & { readonly key: string; readonly name: string }

const shownPeople = 12

export function PeopleChart({ desk: { people, otherPeople } }: { desk: Desk }) {
  const title = text('desk.people')
  const rows: Person[] = [
    ...people.map((one) => ({
      ...one,
      key: one.login ?? '',
      name: one.login ?? text('desk.unassigned'),
    })),
    ...(otherPeople
      ? [{ ...otherPeople, key: ' ', name: counted('desk.otherPeople', otherPeople.people) }]
      : []),
  ]
  const kinds = ['cases', 'tasks', 'alerts'] as const
  const labels = {
    ...{ cases: text('desk.cases'), tasks: text('desk.tasks') },
    alerts: text('desk.alertsColumn'),
  }
  const series: Series[] = [
    { name: labels.cases, tone: 'plain' },
    { name: labels.tasks, tone: 'neutral' },
    { name: labels.alerts, tone: 'warn' },
  ]
  const number = (key: (typeof kinds)[number] | 'overdue', label: string): DeskColumn<Person> => ({
    ...{ key, label },
    value: (row) => row[key],
    shown: (row) => formatNumber(row[key]),
  })
  return (
    <DeskPanel
      title={title}
      name="desk-people"
      rows={rows}
      idOf={({ key }) => key}
      columns={[
        { key: 'person', label: text('desk.person'), value: ({ name }) => name, isText: true },
        number('cases', labels.cases),
        number('overdue', text('desk.overdue')),
        number('tasks', labels.tasks),
        number('alerts', labels.alerts),
      ]}
      about={text('desk.now')}
      empty={rows.length === 0 ? text('desk.noneNow') : undefined}
      chart={
        <>
          <StackList
            label={title}
            series={series}
            rows={rows.slice(0, shownPeople).map((row) => ({
              ...{ key: row.key, name: row.name },
              parts: kinds.map((kind) => row[kind]),
              value: (
                <>
                  {formatNumber(kinds.reduce((sum, kind) => sum + row[kind], 0))}
                  {overdueOf(row.overdue)}
                </>
              ),
            }))}
          />
          <More count={rows.length - shownPeople} />
        </>
      }
    />
  )
}

export const More = ({ count }: { count: number }) =>
  count > 0 && (
    <p className="muted desk-more">{text('desk.moreInTable', { count: formatNumber(count) })}</p>
  )
