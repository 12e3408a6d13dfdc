import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Nothing } from '../../base/ui/nothing.tsx'

/** The assignee: oneself, a colleague, or none. */
export function Owner({ login }: { login: string | undefined | null }) {
  const { user } = useSession()
  if (!login) return <Nothing />
  return <span>{login === user.id ? text('response.you', { login }) : login}</span>
}
