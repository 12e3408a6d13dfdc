import type { Attachment } from '@assay/contract'
import { zipAddress } from '../../base/api.ts'
import { fileSize } from '../../base/model/times.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'

/** Files of cases may be samples: they leave only in an archive with a password, which is shown. */
export function ZipLink({ file }: { file: Attachment }) {
  const { status } = useSession()
  const password = status.config.protectDownloadsWith
  return (
    <span className="zip-link">
      <a href={zipAddress(file.id, file.name)} download>
        <Icon name="download" /> {text('cases.download', { name: file.name })}
      </a>
      <span className="muted">
        {fileSize(file.size)}
        {password && (
          <>
            {' · '}
            {text('cases.zipPassword')} <code>{password}</code>
          </>
        )}
      </span>
    </span>
  )
}
