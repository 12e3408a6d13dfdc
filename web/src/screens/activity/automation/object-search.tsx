import { refang } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf } from '../../../base/data/keys.ts'
import { runQuery } from '../../../base/data/query.ts'
import { anyOf, contains, type Filter, is, listedSteps } from '../../../base/data/steps.ts'
import { defangSentence } from '../../../base/model/defang.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Icon } from '../../../base/ui/icons.tsx'
import { SearchBox } from '../../../base/ui/search-box.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { objectName } from '../../../shared/rules/paths.ts'

interface FoundObject {
  readonly objectType: keyof typeof icons
  readonly objectId: string
  readonly title: string
}

const few = 5
const icons = { alert: 'bell', case: 'case', observable: 'observable', task: 'task' } as const

/** Observables, cases, alerts and tasks by what is typed. */
export function ObjectSearch({ onChoose }: { onChoose: (name: string) => void }) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const query = useQuery({
    queryKey: keyOf('ruleRuns', 'objects', wanted),
    queryFn: ({ signal }) => objectsLike(wanted, signal),
    enabled: wanted !== '',
  })
  return (
    <div className="why-search">
      <SearchBox
        label={text('rules.whySearch')}
        placeholder={text('rules.whySearch')}
        value={typed}
        onChange={setTyped}
      />
      {wanted === '' ? (
        <p className="muted">{text('rules.whyAbout')}</p>
      ) : (
        <Answer query={query}>
          {(found) =>
            found.length === 0 ? (
              <p className="muted">{text('rules.whyNone')}</p>
            ) : (
              <ul>
                {found.map((one) => (
                  <li key={objectName(one)}>
                    <Button kind="quiet" onClick={() => onChoose(objectName(one))}>
                      <Icon name={icons[one.objectType]} /> {defangSentence(one.title)}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
      )}
    </div>
  )
}

interface Row {
  readonly _id: string
  readonly title?: string
  readonly number?: number
  readonly data?: string
  readonly attachment?: { readonly name: string }
}

async function objectsLike(typed: string, signal: AbortSignal): Promise<FoundObject[]> {
  const plain = refang(typed)
  const number = /^#?(\d{1,9})$/.exec(typed)?.[1]
  const ask = async (
    entity: 'Observable' | 'Case' | 'Alert' | 'Task',
    filter: Filter | undefined,
    objectType: FoundObject['objectType'],
  ) => {
    const { rows } = await runQuery<Row>(
      listedSteps(entity, { filter, sort: ['-_createdAt'], size: few }),
      { name: 'rule-object', signal },
    )
    return rows.map((row) => ({
      objectType,
      objectId: row._id,
      title:
        row.number === undefined
          ? (row.title ?? row.data ?? row.attachment?.name ?? row._id)
          : `#${row.number} ${row.title ?? ''}`,
    }))
  }
  const found = await Promise.all([
    ask('Observable', is('data', plain), 'observable'),
    ask(
      'Case',
      anyOf([...(number ? [is('number', Number(number))] : []), contains('title', typed)]),
      'case',
    ),
    ask('Alert', contains('title', typed), 'alert'),
    ask('Task', contains('title', typed), 'task'),
  ])
  return found.flat()
}
