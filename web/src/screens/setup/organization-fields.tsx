import { text } from '../../base/texts/index.ts'
import { Check, Field } from '../../base/ui/field.tsx'

interface OrganizationNameProps {
  name: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** What the first organization of an installation is called. */
export const OrganizationName = (props: OrganizationNameProps) => (
  <Field
    {...props}
    label={text('setup.organization')}
    autoComplete="organization"
    hint={text('setup.organizationHint')}
  />
)

interface OfflineAnalyzersProps {
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether it begins with the offline analyzers. */
export const OfflineAnalyzers = (props: OfflineAnalyzersProps) => (
  <div className="setup-note">
    <Check {...props} label={text('setup.offline')} hint={text('setup.offlineHint')} />
  </div>
)

export const SetUpButton = ({ busy }: { busy: boolean }) => (
  <button type="submit" className="button button-primary" aria-disabled={busy}>
    {text(busy ? 'setup.busy' : 'setup.submit')}
  </button>
)
