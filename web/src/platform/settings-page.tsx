import '../organization/organization.css'
import { AuditTab } from '../organization/audit/audit-tab.tsx'
import { CustomFieldsTab } from '../organization/custom-fields/custom-fields-tab.tsx'
import { ObservableTypesTab } from '../organization/observable-types/observable-types-tab.tsx'
import type { ScreenProps } from '../routing/screen.ts'
import { NotFound } from '../ui/whole-page.tsx'
import { PlatformFrame } from './platform-frame.tsx'

/** What is the same for all organizations, and what happened in any of them. */
export function PlatformSettingsPage({ params: { tab } }: ScreenProps) {
  switch (tab) {
    case 'custom-fields':
      return (
        <PlatformFrame tab={tab}>
          <CustomFieldsTab />
        </PlatformFrame>
      )
    case 'observable-types':
      return (
        <PlatformFrame tab={tab}>
          <ObservableTypesTab />
        </PlatformFrame>
      )
    case 'audit':
      return (
        <PlatformFrame tab={tab}>
          <AuditTab />
        </PlatformFrame>
      )
    default:
      return <NotFound />
  }
}
