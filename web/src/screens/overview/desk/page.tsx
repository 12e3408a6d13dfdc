import './desk.css'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { dateOnly } from '../../../base/model/times.ts'
import { usePreferences } from '../../../base/preferences.ts'
import { Link } from '../../../base/routing/link.tsx'
import { useSearch } from '../../../base/routing/location.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Field } from '../../../base/ui/field.tsx'
import { Page } from '../../../base/ui/page.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { AlertsChart, TimesChart } from './course.tsx'
import { SourcesChart, TechniquesChart } from './origin.tsx'
import {
  type DeskRange,
  dayText,
  deskPeriod,
  deskRanges,
  periodOfDays,
  zoneOfReader,
} from './period.ts'
import { OpenCasesChart, PeopleChart } from './work.tsx'

const everyMs = 120_000

/** What the team did in a period, and what is open now. */
export function DeskPage() {
  const { params } = useSearch()
  usePreferences()
  const { range, from, to } = deskPeriod(params, Date.now())
  const zone = zoneOfReader()
  const desk = useQuery({
    queryKey: keyOf('overview', 'desk', { from, to, zone }),
    queryFn: ({ signal }) => api.getDesk({ from, to, zone }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
  })
  return (
    <Page
      title={text('desk.title')}
      back={<Link to="/">{text('nav.overview')}</Link>}
      actions={<Ranges range={range} />}
    >
      {range === 'custom' && <CustomDays from={from} to={to} />}
      <p className="muted desk-when">
        {text('desk.about', { from: dateOnly(from), to: dateOnly(to - 1), zone })}
      </p>
      <Answer query={desk}>
        {(data) => (
          <div className="desk">
            <div>
              <AlertsChart desk={data} />
              <OpenCasesChart desk={data} />
              <SourcesChart desk={data} />
            </div>
            <div>
              <TimesChart desk={data} />
              <PeopleChart desk={data} />
              <TechniquesChart desk={data} />
            </div>
          </div>
        )}
      </Answer>
    </Page>
  )
}

const Ranges = ({ range }: { range: DeskRange | 'custom' }) => (
  <nav className="desk-ranges" aria-label={text('desk.period')}>
    {deskRanges.map((name) => (
      <Link
        key={name}
        to={name === '30' ? '/desk' : `/desk?range=${name}`}
        aria-current={name === range ? 'true' : undefined}
        title={text(`desk.range.${name}.long`)}
      >
        {text(`desk.range.${name}`)}
      </Link>
    ))}
    <Link to="/desk?range=custom" aria-current={range === 'custom' ? 'true' : undefined}>
      {text('desk.range.custom')}
    </Link>
  </nav>
)

/** From this day to that day; only on request. */
function CustomDays({ from, to }: { from: number; to: number }) {
  const { set } = useSearch()
  const [typed, setTyped] = useState({ from: dayText(from), to: dayText(to - 1) })
  const [isRefused, setRefused] = useState(false)
  const show = (event: FormEvent) => {
    event.preventDefault()
    const isGood = periodOfDays(typed.from, typed.to) !== undefined
    setRefused(!isGood)
    if (isGood) set(typed, { push: true })
  }
  return (
    <form className="desk-days" onSubmit={show} noValidate>
      <Field
        label={text('desk.from')}
        name="from"
        type="date"
        value={typed.from}
        onChange={(first) => setTyped({ ...typed, from: first })}
      />
      <Field
        label={text('desk.to')}
        name="to"
        type="date"
        value={typed.to}
        onChange={(last) => setTyped({ ...typed, to: last })}
        error={isRefused ? text('desk.periodWrong') : undefined}
      />
      <Button type="submit">{text('desk.show')}</Button>
    </form>
  )
}
