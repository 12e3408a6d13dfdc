import { navigate, type SearchChange } from '../routing/place.ts'
import { useRights } from '../session/rights.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'
import { filterNames } from './filter.ts'

interface NoJobsProps {
  isFiltered: boolean
  isLaterPage: boolean
  onChange: (change: SearchChange, options: { push: boolean }) => void
}

export function NoJobs({ isFiltered, isLaterPage, onChange }: NoJobsProps) {
  const { analyze } = useRights()
  if (isLaterPage) {
    return (
      <Empty
        icon="jobs"
        title={text('jobs.pageEmpty')}
        action={
          <Button onClick={() => onChange({ page: undefined }, { push: true })}>
            {text('jobs.firstPage')}
          </Button>
        }
      />
    )
  }
  if (isFiltered) {
    const nothing = Object.fromEntries(filterNames.map((name) => [name, undefined]))
    return (
      <Empty
        icon="filter"
        title={text('jobs.noMatch')}
        action={
          <Button onClick={() => onChange(nothing, { push: true })}>{text('app.clearAll')}</Button>
        }
      >
        {text('jobs.noMatchText')}
      </Empty>
    )
  }
  return (
    <Empty
      icon="jobs"
      title={text('jobs.none')}
      action={
        analyze && (
          <Button kind="primary" icon="plus" onClick={() => navigate('/new')}>
            {text('nav.new')}
          </Button>
        )
      }
    >
      {text('jobs.noneText')}
    </Empty>
  )
}
