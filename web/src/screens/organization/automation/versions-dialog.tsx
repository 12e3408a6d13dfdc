import type { Rule, RuleVersion } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { ago } from '../../../base/model/times.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Dialog } from '../../../base/ui/dialog.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { useNow } from '../../../base/ui/time.tsx'
import { RuleWords } from '../../../shared/rules/sentence.tsx'
import { rulePieces } from '../../../shared/rules/words.ts'
import { type Difference, differences } from './differences.ts'

interface VersionsDialogProps {
  rule: Rule
  onRestore: (version: RuleVersion) => void
  onClose: () => void
}

/** What a rule did, version by version, each with what it changed. */
export function VersionsDialog({ rule, onRestore, onClose }: VersionsDialogProps) {
  const { administer } = useRights()
  const now = useNow()
  const query = useQuery({
    queryKey: keyOf('rules', 'versions', rule.id),
    queryFn: ({ signal }) => api.listRuleVersions({ id: rule.id }, {}, { signal }),
  })
  return (
    <Dialog title={text('rules.versions')} shape="drawer" onClose={onClose}>
      <Answer query={query}>
        {(versions) => (
          <ol className="rule-versions">
            {versions.map((version, index) => {
              const before = versions[index + 1]
              return (
                <li key={version.version}>
                  <h3>
                    {text('rules.version', { version: version.version })}
                    {index === 0 && (
                      <span className="tab-count">{text('rules.versionCurrent')}</span>
                    )}
                  </h3>
                  <p className="muted rule-meta">
                    {text('rules.versionBy', {
                      ago: ago(version.changedAt, now),
                      login: version.changedBy,
                    })}
                  </p>
                  {before ? (
                    <DifferenceList found={differences(before, version)} />
                  ) : (
                    <p className="rule-sentence">
                      <RuleWords parts={rulePieces(version.reads)} />
                    </p>
                  )}
                  {administer && index > 0 && (
                    <Button size="small" onClick={() => onRestore(version)}>
                      {text('rules.restore')}
                      <span className="visually-hidden">
                        {` ${text('rules.version', { version: version.version })}`}
                      </span>
                    </Button>
                  )}
                </li>
              )
            })}
          </ol>
        )}
      </Answer>
    </Dialog>
  )
}

/** What is not there any more is struck out, what is new is underlined; both are said, too. */
export function DifferenceList({ found }: { found: readonly Difference[] }) {
  if (found.length === 0) return <p className="muted">{text('rules.same')}</p>
  return (
    <dl className="rule-differences">
      {found.map(({ part, removed, added }) => (
        <div key={part}>
          <dt>{text(`rules.part.${part}`)}</dt>
          <dd>
            {removed.map((words) => (
              <del key={words}>{words}</del>
            ))}
            {added.map((words) => (
              <ins key={words}>{words}</ins>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
