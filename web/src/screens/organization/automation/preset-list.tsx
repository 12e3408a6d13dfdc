import type { RulePreset } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { Link } from '../../../base/routing/link.tsx'
import { type TextKey, text } from '../../../base/texts/index.ts'
import { Icon } from '../../../base/ui/icons.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { newRulePath } from '../../../shared/rules/paths.ts'
import { RuleWords } from '../../../shared/rules/sentence.tsx'
import { rulePieces } from '../../../shared/rules/words.ts'

const known = [
  ...['analyze-new', 'mark-malicious', 'propose-block'],
  ...['keep-fresh', 'tell-assignee', 'close-duplicates'],
]

/** Its name in the reader's language; one of a newer server in its own words. */
export const presetName = ({ id, name }: Pick<RulePreset, 'id' | 'name'>): string =>
  known.includes(id) ? text(`rule.preset.${id}` as TextKey) : name

export const usePresets = (enabled = true) =>
  useQuery({
    queryKey: keyOf('rules', 'presets'),
    queryFn: ({ signal }) => api.listRulePresets({}, { signal }),
    staleTime: 600_000,
    enabled,
  })

/** What Assay suggests; nothing of it acts before it is saved and enabled. */
export function PresetList({ isFolded = false }: { isFolded?: boolean }) {
  const [isOpen, setOpen] = useState(!isFolded)
  const query = usePresets(isOpen)
  return (
    <details
      className="panel preset-list"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <strong>{text('rules.presets')}</strong>{' '}
        <span className="muted small">{text('rules.presetsAbout')}</span>
      </summary>
      {isOpen && (
        <Answer query={query}>
          {(presets) => (
            <ul>
              {presets.map((preset) => {
                const name = presetName(preset)
                return (
                  <li key={preset.id} className="preset">
                    <div>
                      <h3>{name}</h3>
                      <p className="rule-sentence">
                        <RuleWords parts={rulePieces(preset.reads)} />
                      </p>
                      {preset.missing.length > 0 && (
                        <p className="muted rule-meta">
                          <Icon name="info" /> {text('rules.needsChoice')}
                        </p>
                      )}
                    </div>
                    <Link
                      className="button button-plain button-small"
                      to={newRulePath({ preset: preset.id })}
                      aria-label={text('rules.usePreset', { name })}
                    >
                      {text('rules.use')}
                    </Link>
                  </li>
                )
              })}
            </ul>
          )}
        </Answer>
      )}
    </details>
  )
}
