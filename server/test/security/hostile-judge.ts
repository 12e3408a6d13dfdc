import type { HostileRequest } from './hostile-requests.ts'
import { canaryOf, organizations, type World } from './hostile-world.ts'
import type { Answer } from './target.ts'

/** Ten rows, each with a text as long as the contract takes, and some for the rest. */
const maxBytes = 12 * 1024 * 1024

/** A server that is asked too much may say so, if it says when to come back. */
const isDocumented = ({ status, headers }: Answer) =>
  (status === 503 || status === 507) && /^\d+$/.test(headers['retry-after'] ?? '')

/**
 * Superadmins keep organizations and users, and read the audit trail of all; of what organizations
 * work on they see nothing.
 */
const isKeeper = ({ caller, endpoint }: HostileRequest) =>
  caller.login === 'root' && /^\/api\/(v[01]\/)?(user|organi[sz]ation|audit)/.test(endpoint.path)

/** What is wrong with an answer, as sentences that tell how to reproduce it. */
export function judge(request: HostileRequest, answer: Answer, { ofServer }: World): string[] {
  const wrong: string[] = []
  const { status, headers, bytes, text } = answer
  if (status >= 500 && !isDocumented(answer))
    wrong.push(`answered ${status}: ${text.slice(0, 200)}`)
  if (bytes.length > maxBytes) wrong.push(`answered ${bytes.length} bytes`)
  const said = `${JSON.stringify(headers)}\n${text}`
  for (const secret of ofServer) {
    if (said.includes(secret)) wrong.push(`shows ${surroundings(said, secret)}`)
  }
  // The password of archives is for those who may download.
  if (said.includes('CANARY-OF-THE-SETTINGS') && request.call !== 'status')
    wrong.push(`shows ${surroundings(said, 'CANARY-OF-THE-SETTINGS')}`)
  for (const organization of organizations) {
    if (organization === request.caller.organization || isKeeper(request)) continue
    const canary = canaryOf(organization)
    const lower = canary.toLowerCase()
    if (said.includes(canary) || said.includes(lower))
      wrong.push(
        `shows what belongs to ${organization}: ${surroundings(said, said.includes(canary) ? canary : lower)}`,
      )
  }
  if (headers['x-injected']) wrong.push('has a header that the caller wrote')
  return wrong.map((what) => `${request.described}: ${what}`)
}

const surroundings = (said: string, part: string) => {
  const at = said.indexOf(part)
  return `…${said.slice(Math.max(0, at - 80), at + 60)}…`
}
