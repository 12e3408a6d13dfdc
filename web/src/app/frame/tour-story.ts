import { api } from '../../base/api.ts'
import { path } from '../../base/routing/match.ts'
import { valuePath } from '../../base/ui/observable.tsx'

/** Titles of the demo, which are always the same. */
const alertTitle = 'More emails impersonating Example Bank'
const caseTitle = 'Phishing impersonating Example Bank'

export interface Story {
  readonly welcome: string
  readonly alert: string
  readonly value: string
  readonly case: string
  readonly respond: string
  readonly activity: string
}

interface Found {
  readonly _id: string
}

/** Where each step of the tour leads; to the list where the visitor has deleted what it is about. */
export async function readStory(signal: AbortSignal): Promise<Story> {
  const [alerts, cases, values] = await Promise.all([
    named('listAlert', alertTitle, signal),
    named('listCase', caseTitle, signal),
    api.searchValues({ level: 'malicious', inCase: true, range: '0-1' }, { signal }),
  ])
  const [alert] = alerts
  const [found] = cases
  const [value] = values.rows
  return {
    welcome: '/',
    alert: alert ? path`/alerts/${alert._id}` : '/alerts',
    value: value ? valuePath(value) : '/',
    case: found ? path`/cases/${found._id}` : '/cases',
    respond: found ? path`/cases/${found._id}` : '/cases',
    activity: '/activity/responses',
  }
}

const named = async (list: 'listAlert' | 'listCase', title: string, signal: AbortSignal) =>
  (await api.queryV1(
    {
      query: [
        { _name: list },
        { _name: 'filter', _eq: { _field: 'title', _value: title } },
        { _name: 'page', from: 0, to: 1 },
      ],
    },
    { signal },
  )) as Found[]
