import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { LongText } from './findings/long-text.tsx'

/** Some workers put a whole log into their error: enough for the reason, the rest on demand. */
const first = 900

export function ErrorText({ message }: { message: string }) {
  return (
    <div className="error-text">
      <Icon name="status-failure" />
      <LongText value={message.trim() || text('report.noReason')} first={first} />
    </div>
  )
}
