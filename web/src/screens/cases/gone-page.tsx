import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { MissingPage } from '../../base/ui/missing-page.tsx'
import { Page } from '../../base/ui/page.tsx'
import { Sentence } from '../../base/ui/sentence.tsx'
import { Time } from '../../base/ui/time.tsx'
import { useNameOf } from './name-of.ts'

/** A case that is not there: what became of it as long as that is known, and the way to its successor. */
export function GonePage({ id }: { id: string }) {
  const gone = useQuery({
    queryKey: keyOf('case', id, 'gone'),
    queryFn: ({ signal }) => api.getGoneCase({ id }, {}, { signal }),
    retry: false,
  })
  const nameOf = useNameOf()
  const back = <Link to="/cases">{text('cases.back')}</Link>
  if (gone.isPending) return null
  if (!gone.data) return <MissingPage what={text('cases.case')} id={id} back={back} />
  const { number, at, by, isMerged, heir: successor } = gone.data
  return (
    <Page title={text('cases.numbered', { number: String(number) })} back={back}>
      <div className="empty" role="alert">
        <Icon name={isMerged ? 'merge' : 'trash'} />
        <p className="empty-title">
          <Sentence
            of={isMerged ? 'cases.wasMerged' : 'cases.wasDeleted'}
            parts={{ number: `#${number}`, by: nameOf(by), at: <Time at={at} style="full" /> }}
          />
        </p>
        {successor ? (
          <Link to={path`/cases/${successor.id}`}>
            {text('cases.successor', {
              number: String(successor.number),
              title: defangText(successor.title),
            })}
          </Link>
        ) : (
          back
        )}
      </div>
    </Page>
  )
}
