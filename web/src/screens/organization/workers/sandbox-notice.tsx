import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { text } from '../../../base/texts/index.ts'
import { Notice } from '../../../base/ui/notice.tsx'

/** Decided when the server starts. */
const useSandbox = (enabled: boolean) =>
  useQuery({
    queryKey: keyOf('health', 'sandbox'),
    queryFn: async ({ signal }) => (await api.health({}, { signal })).details?.sandbox ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })

/** Programs without a sandbox read whatever the server can read: administrators should know. */
export function SandboxNotice({ isRelevant }: { isRelevant: boolean }) {
  const { data: sandbox } = useSandbox(isRelevant)
  if (!isRelevant || !sandbox || sandbox.active) return null
  return (
    <Notice kind="warning">
      <p>{text('workers.noSandbox')}</p>
      {sandbox.reason && <p>{text('workers.noSandboxReason', { reason: sandbox.reason })}</p>}
    </Notice>
  )
}
