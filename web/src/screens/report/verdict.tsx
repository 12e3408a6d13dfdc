import { type Taxonomy, worstLevel } from '../../base/model/levels.ts'
import { text } from '../../base/texts/index.ts'
import { LevelMark, TaxonomyMarks } from '../../base/ui/marks.tsx'

/** The worst verdict, and all short results. */
export function Verdict({ taxonomies }: { taxonomies: readonly Taxonomy[] }) {
  const worst = worstLevel(taxonomies)
  if (worst === undefined) return null
  return (
    <section className="panel verdict" data-level={worst} aria-label={text('report.verdict')}>
      <div className="verdict-head">
        <h2>{text('report.verdict')}</h2>
        <LevelMark level={worst} />
      </div>
      <TaxonomyMarks taxonomies={taxonomies} />
    </section>
  )
}
