import { useQueries } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from '../data/keys.ts'
import { Link } from '../routing/link.tsx'
import { useSession } from '../session/session.ts'
import { formatNumber, text } from '../texts/index.ts'
import { Icon } from '../ui/icons.tsx'
import { Panel } from '../ui/page.tsx'
import { Failed } from '../ui/states.tsx'

type Step = Readonly<Record<string, unknown>>

const count = async (steps: readonly Step[], signal: AbortSignal) =>
  Number(await api.queryV1({ query: [...steps, { _name: 'count' }] }, { signal }))

/** The first word of a key is what the events speak of: the counts follow them by themselves. */
const questions = (login: string) =>
  [
    {
      key: keyOf('alerts', 'count', 'new'),
      label: 'overview.response.alerts',
      icon: 'bell',
      to: '/alerts?status=New',
      steps: [
        { _name: 'listAlert' },
        { _name: 'filter', _and: [{ read: false }, { imported: false }] },
      ],
    },
    {
      key: keyOf('tasks', 'count', 'mine', login),
      label: 'overview.response.tasks',
      icon: 'task',
      to: '/tasks?view=mine',
      steps: [
        { _name: 'listTask' },
        {
          _name: 'filter',
          _and: [
            { assignee: login },
            { _in: { _field: 'status', _values: ['Waiting', 'InProgress'] } },
          ],
        },
      ],
    },
    {
      key: keyOf('cases', 'count', 'open'),
      label: 'overview.response.cases',
      icon: 'case',
      to: '/cases?status=Open',
      steps: [{ _name: 'listCase' }, { _name: 'filter', status: 'Open' }],
    },
  ] as const

/** What waits for people, beside what waits for machines. */
export function ResponsePanel() {
  const { user } = useSession()
  const asked = questions(user.id)
  const answers = useQueries({
    queries: asked.map(({ key, steps }) => ({
      queryKey: key,
      queryFn: ({ signal }: { signal: AbortSignal }) => count(steps, signal),
      refetchInterval: 60_000,
    })),
  })
  const failed = answers.find(({ isError }) => isError)
  return (
    <Panel title={text('overview.response')} className="response-panel">
      {failed && <Failed error={failed.error} onRetry={() => void failed.refetch()} />}
      <ul className="response-counts">
        {asked.map(({ label, icon, to }, index) => {
          const found = answers[index]?.data
          return (
            <li key={label}>
              <Link to={to}>
                <Icon name={icon} />
                <span>{text(label)}</span>
                <strong className="number">
                  {found === undefined ? '–' : formatNumber(found)}
                </strong>
              </Link>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
