import type { Organization } from '@assay/contract'
import { api } from '../../base/api.ts'
import { attempt } from '../../base/attempt.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Check } from '../../base/ui/field.tsx'
import { showToast } from '../../base/ui/toasts.tsx'

/** Whether people of this organization need more than a password. */
export function SecondFactorRule({ organization }: { organization: Organization }) {
  const { user } = useSession()
  const { id, name, secondFactor } = organization

  async function change(isRequired: boolean) {
    const rule = isRequired ? 'required' : 'optional'
    await api.setSecondFactorRule({ id }, { secondFactor: rule })
    const message = text(isRequired ? 'organization.factorOn' : 'organization.factorOff', { name })
    showToast({ kind: 'success', message })
    // Users who have none are asked at once, too.
    if (id === user.organization && (await api.currentUser()).mustSetUpSecondFactor)
      return location.reload()
    await readAgain(keyOf('organization', id))
  }
  return (
    <div className="factor-rule">
      <Check
        name="secondFactor"
        label={text('organization.factor')}
        hint={text('organization.factorHint')}
        checked={secondFactor === 'required'}
        onChange={(isRequired) => void attempt(() => change(isRequired))}
      />
    </div>
  )
}
