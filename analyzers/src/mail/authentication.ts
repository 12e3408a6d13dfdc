import { type Finding, finding } from '../kit/index.ts'
import { splitComments } from './comments.ts'
import { domainOf } from './message.ts'
import { isSameOrganization } from './senders.ts'

export type Method = 'spf' | 'dkim' | 'dmarc'
const methods: readonly Method[] = ['spf', 'dkim', 'dmarc']

type Results = Readonly<Partial<Record<Method, string>>>

export interface Authentication {
  /** Who checked. Null where the server does not name itself, as Microsoft's do. */
  readonly server: string | null
  readonly results: Results
  /** Failures in words, each with what was checked. */
  readonly findings: readonly Finding[]
  /** Domains that a passed check of the receiver speaks for; empty where the record may be the sender's own. */
  readonly authenticatedDomains: readonly string[]
  /** Whether the domain of the sender that the mail shows is one of them. */
  readonly isSenderAuthenticated: boolean
  /** From servers that are not trusted here: anyone can write such a header. */
  readonly others: readonly { readonly server: string | null; readonly results: Results }[]
}

interface Statement {
  readonly method: Method
  readonly result: string
  /** Whose name was checked: `bank.example`. */
  readonly subject: string | undefined
  /** What the domain asks receivers to do with mail that fails: `none`, `reject`. */
  readonly policy: string | undefined
}

/** What the rest of the mail says about the record. */
export interface Circumstances {
  /** Names of the receiver's servers, as `receiversOf` finds them; none where the way is not recorded. */
  readonly receivers?: readonly string[]
  /** The domain of the sender that is shown. */
  readonly from?: string
  /** The domain of the mailing list that the mail came through, by its headers. */
  readonly list?: string | undefined
}

interface ServerRecord {
  readonly server: string | null
  readonly statements: readonly Statement[]
}

const longestHeader = 8_192
const maxHeaders = 50

/**
 * What the receiving server recorded. Nothing is checked again: keys and records may be gone since.
 * Filters of a server write a header each, so all headers of the same server are read; which one
 * is the receiver's own the settings say, else the topmost header does.
 */
export function authenticationOf(
  headers: readonly string[],
  receivedSpf: readonly string[],
  trustedServers: readonly string[] = [],
  circumstances: Circumstances = {},
): Authentication {
  const records = headers.slice(0, maxHeaders).map(readHeader)
  const named = trustedServers.map((name) => name.toLowerCase())
  const trusted =
    named.length > 0
      ? records.find(({ server }) => server !== null && named.includes(server.toLowerCase()))
      : records[0]
  const isTrusted = ({ server }: ServerRecord) =>
    trusted !== undefined &&
    (server?.toLowerCase() === trusted.server?.toLowerCase() ||
      (server !== null && named.includes(server.toLowerCase())))
  const own = records.filter(isTrusted)
  const decided = methods.flatMap((method) => decide(method, own) ?? [])
  const spf = /^\s{0,5}([a-z]{1,20})/i.exec(receivedSpf[0] ?? '')?.[1]?.toLowerCase()
  if (spf !== undefined && !decided.some(({ method }) => method === 'spf'))
    decided.unshift({ method: 'spf', result: spf, subject: undefined, policy: undefined })
  const server = trusted?.server ?? null
  const { from = '', list, receivers = [] } = circumstances
  const isBelieved =
    trusted !== undefined && (named.length > 0 || isReceivers(trusted.server, receivers))
  const authenticatedDomains = isBelieved ? authenticatedBy(decided, own, from) : []
  const isRefused = decided.some(({ method, result }) => method === 'dmarc' && isFailure(result))
  const speaksFor = (domain: string | undefined) =>
    domain !== undefined && authenticatedDomains.some((known) => isSameOrganization(known, domain))
  const isSenderAuthenticated = !isRefused && from !== '' && speaksFor(from)
  const explained = { isSenderAuthenticated, isListAuthenticated: speaksFor(list) }
  return {
    server,
    results: resultsOf(decided),
    findings: decided.flatMap((statement) => failureOf(server, statement, explained)),
    authenticatedDomains,
    isSenderAuthenticated,
    others: records
      .filter((record) => !isTrusted(record))
      .map((record) => ({ server: record.server, results: resultsOf(record.statements) })),
  }
}

/**
 * Anyone can write such a header. Receivers that check remove those with their own name and add
 * theirs, so the name has to be that of a server that got the mail from outside. Only Microsoft's do
 * not name themselves.
 */
function isReceivers(server: string | null, receivers: readonly string[]): boolean {
  if (receivers.length === 0) return true
  const id = server?.toLowerCase()
  return receivers.some((name) =>
    id === undefined ? /(?:^|\.)outlook\.com$/i.test(name) : isSameOrganization(name, id),
  )
}

/** A signature counts in the topmost header about DKIM only, as in `decide`. */
function authenticatedBy(
  decided: readonly Statement[],
  own: readonly ServerRecord[],
  from: string,
): string[] {
  const signatures =
    own
      .map(({ statements }) => statements.filter(({ method }) => method === 'dkim'))
      .find((statements) => statements.length > 0) ?? []
  const passed = [...decided.filter(({ method }) => method !== 'dkim'), ...signatures].filter(
    ({ result }) => result === 'pass',
  )
  const domains = passed.map(({ method, subject = '' }) => {
    const named = subject.includes('@') ? domainOf(subject) : subject.toLowerCase()
    return named === '' && method === 'dmarc' ? from : named
  })
  return [...new Set(domains.filter((domain) => domain !== ''))]
}

function resultsOf(statements: readonly Statement[]): Results {
  const results: Partial<Record<Method, string>> = {}
  for (const { method, result } of statements) results[method] ??= result
  return results
}

/** `mx.example; spf=fail (why) smtp.mailfrom=a.example; dmarc=fail`: only what begins a statement counts. */
function readHeader(header: string): ServerRecord {
  // A quoted text is a value that the sender may have chosen, such as a mailbox.
  const bare = header.slice(0, longestHeader).replace(/"(?:[^"\\]|\\.){0,1000}"/gs, '""')
  const parts = splitComments(bare).outside.split(';')
  const policy = /\bdmarc=\w{1,20}[^;]{0,300}?\b(?:p|policy\.dmarc|action)=(\w{1,20})/i
    .exec(bare)?.[1]
    ?.toLowerCase()
  const first = /^\s{0,20}([^\s;]{1,255})/.exec(parts[0] ?? '')?.[1] ?? ''
  return {
    server: first === '' || first.includes('=') ? null : first,
    statements: parts.flatMap((part) => {
      const [, name = '', result = ''] =
        /^\s{0,20}([a-z]{3,10})(?:\/\d{1,3})?\s{0,5}=\s{0,5}([a-z]{1,20})/i.exec(part) ?? []
      const method = methods.find((known) => known === name.toLowerCase())
      const subject =
        /\s(?:smtp\.mailfrom|header\.from|header\.d|header\.i)\s{0,5}=\s{0,5}([^\s;]{1,255})/i.exec(
          part,
        )?.[1]
      return method ? [{ method, result: result.toLowerCase(), subject, policy }] : []
    }),
  }
}

/**
 * The worst of several signatures would condemn every mailing list, so any that passes counts, but
 * only in the topmost header about DKIM: one below may be forged. SPF and DMARC have one answer.
 */
function decide(method: Method, records: readonly ServerRecord[]): Statement | undefined {
  const answers = records
    .map(({ statements }) => statements.filter((one) => one.method === method))
    .filter((statements) => statements.length > 0)
  if (method === 'dkim')
    return answers[0]?.find(({ result }) => result === 'pass') ?? answers[0]?.[0]
  const all = answers.flat()
  return all.find(({ result }) => levelOf(result) === 'suspicious') ?? all[0]
}

interface Explained {
  readonly isSenderAuthenticated: boolean
  readonly isListAuthenticated: boolean
}

/** Forwarding breaks SPF and lists break signatures; where another check passes, that explains it. */
function failureOf(
  server: string | null,
  { method, result, subject, policy }: Statement,
  { isSenderAuthenticated, isListAuthenticated }: Explained,
): Finding[] {
  if (!isFailure(result)) return []
  const evidence = {
    server: server ?? 'The receiving server',
    subject: subject ?? 'the sender',
    result,
  }
  const isExplained = isListAuthenticated || (method === 'spf' && isSenderAuthenticated)
  if (method !== 'dmarc' && isExplained)
    return [finding('mail.check-explained', { ...evidence, method: method.toUpperCase() })]
  // A thief's list is a list, too: this counts only together with other reasons.
  if (method === 'dmarc' && isListAuthenticated && policy === 'none')
    return [finding('mail.dmarc-list', evidence)]
  return [finding(`mail.${method}`, evidence)]
}

const levels: Readonly<Record<string, 'info' | 'suspicious'>> = {
  fail: 'suspicious',
  softfail: 'suspicious',
  permerror: 'suspicious',
  hardfail: 'suspicious',
}

export const levelOf = (result: string) => levels[result] ?? 'info'
const isFailure = (result: string) => levelOf(result) !== 'info'
