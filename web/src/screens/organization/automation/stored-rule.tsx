import type { Rule } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { navigate } from '../../../base/routing/location.ts'
import { text } from '../../../base/texts/index.ts'
import { Menu } from '../../../base/ui/menu.tsx'
import { rulesChanged } from '../../../shared/rules/data.ts'
import { runsPath } from '../../../shared/rules/paths.ts'
import { RemoveDialog } from '../remove-dialog.tsx'

/** What else there is to do with a rule that is stored. */
export function MoreMenu({ rule, onRemove }: { rule: Rule; onRemove: () => void }) {
  return (
    <Menu
      label={text('rules.more', { name: rule.name })}
      name={text('rules.more', { name: rule.name })}
      button={{ icon: 'more', iconOnly: true, kind: 'quiet' }}
      items={[
        {
          label: text('rules.look'),
          icon: 'jobs',
          onSelect: () => navigate(runsPath({ rule: rule.id })),
        },
        { label: text('rules.delete'), icon: 'trash', kind: 'danger', onSelect: onRemove },
      ]}
    />
  )
}

interface RemoveRuleProps {
  rule: Rule
  onRemoved: () => void
  onClose: () => void
}

/** Asks before a rule goes. */
export const RemoveRule = ({ rule, onRemoved, onClose }: RemoveRuleProps) => (
  <RemoveDialog
    title={text('rules.deleteTitle', { name: rule.name })}
    done={text('rules.deleted', { name: rule.name })}
    onRemove={async () => {
      await api.deleteRule({ id: rule.id })
      onRemoved()
      await rulesChanged()
    }}
    onClose={onClose}
  >
    <p>{text('rules.deleteEffect')}</p>
  </RemoveDialog>
)
