import './compare.css'
import { Link } from '../routing/link.tsx'
import { useSearch } from '../routing/location.ts'
import { text } from '../texts/index.ts'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'
import { ChooseOther } from './choose-other.tsx'
import { Comparison } from './comparison.tsx'

/** Two reports side by side: one value over time, or two analyzers about it. */
export function ComparePage() {
  const { params, set } = useSearch()
  const [a, b] = [params.get('a') ?? '', params.get('b') ?? '']
  return (
    <Page title={text('compare.title')} back={<Link to="/jobs">{text('compare.back')}</Link>}>
      {a && b ? (
        <Comparison a={a} b={b} onSwap={() => set({ a: b, b: a }, { push: true })} />
      ) : a || b ? (
        <ChooseOther id={a || b} onChoose={(older, newer) => set({ a: older, b: newer })} />
      ) : (
        <Empty
          icon="jobs"
          title={text('compare.nothing')}
          action={<Link to="/jobs">{text('compare.toJobs')}</Link>}
        >
          {text('compare.nothingText')}
        </Empty>
      )}
    </Page>
  )
}
