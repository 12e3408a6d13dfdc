import './account.css'
import { text } from '../../base/texts/index.ts'
import { useTitle } from '../../base/ui/page.tsx'
import { SignOut } from '../../base/ui/sign-out.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'

/** All that a user sees whose organization requires a second factor, until there is one. */
export function RequiredSecondFactor() {
  useTitle(text('factor.title'))
  return (
    <div className="card">
      <h1 tabIndex={-1}>{text('factor.requiredTitle')}</h1>
      <p className="card-lead">{text('factor.required')}</p>
      <SecondFactorPanel />
      <p className="card-foot">
        <SignOut />
      </p>
    </div>
  )
}
