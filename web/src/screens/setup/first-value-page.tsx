import { Link } from '../../base/routing/link.tsx'
import { text } from '../../base/texts/index.ts'
import { useTitle } from '../../base/ui/page.tsx'
import { PlatformPassword } from '../../base/ui/platform-password.tsx'
import { FirstValueForm } from './first-value-form.tsx'
import { SetupFrame } from './frame.tsx'

/** Step two of the first run: something to ask about. */
export function FirstValuePage() {
  useTitle(text('setup.value.title'))
  return (
    <SetupFrame step={1} title={text('setup.value.title')} lead={text('setup.value.lead')}>
      <FirstValueForm
        className="card"
        head={
          <>
            <PlatformPassword />
            <h2>{text('setup.step.value')}</h2>
          </>
        }
        more={
          <Link to="/" className="button button-quiet">
            {text('setup.value.skip')}
          </Link>
        }
      />
    </SetupFrame>
  )
}
