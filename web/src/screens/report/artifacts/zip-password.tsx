import { useSession } from '../../../base/session/session.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { copyText } from '../../../base/ui/copy.tsx'

/** Needed after downloading a sample; it prevents accidents, not attacks. */
export function ZipPassword() {
  const password = useSession().status.config.protectDownloadsWith
  if (!password) return null
  return (
    <p className="zip-password">
      {text('report.artifacts.password')} <code>{password}</code>
      <Button
        kind="quiet"
        size="small"
        icon="copy"
        iconOnly
        onClick={() => void copyText(password)}
      >
        {text('report.artifacts.copyPassword')}
      </Button>
    </p>
  )
}
