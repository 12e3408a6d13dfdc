import { UsersPanel } from '../users/users-panel.tsx'
import { PlatformFrame } from './platform-frame.tsx'

export function PlatformUsersPage() {
  return (
    <PlatformFrame tab="users">
      <UsersPanel />
    </PlatformFrame>
  )
}
