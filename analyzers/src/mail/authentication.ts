import { type Finding, finding } from '../kit/index.ts'
import { splitComments } from './comments.ts'

export type Method = 'spf' | 'dkim' | 'dmarc'
const methods: readonly Method[] = ['spf', 'dkim', 'dmarc']

type Results = Readonly<Partial<Record<Method, string>>>

export interface Authentication {
  /** Who checked. Null where the server does not name itself, as Microsoft's do. */
  readonly server: string | null
  readonly results: Results
  /** Failures in words, each with what was checked. */
  readonly findings: readonly Finding[]
  /** Said by servers that nobody here trusts: anybody can write such a header. */
  readonly others: readonly { readonly server: string | null; readonly results: Results }[]
}

interface Statement {
  readonly method: Method
  readonly result: string
  /** Whose name was checked: `bank.example`. */
  readonly subject: string | undefined
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
    decided.unshift({ method: 'spf', result: spf, subject: undefined })
  const server = trusted?.server ?? null
  return {
    server,
    results: resultsOf(decided),
    findings: decided.flatMap((statement) => failureOf(server, statement)),
    others: records
      .filter((record) => !isTrusted(record))
      .map((record) => ({ server: record.server, results: resultsOf(record.statements) })),
  }
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
      return method ? [{ method, result: result.toLowerCase(), subject }] : []
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

function failureOf(server: string | null, { method, result, subject }: Statement): Finding[] {
  if (levelOf(result) === 'info') return []
  return [
    finding(`mail.${method}`, {
      server: server ?? 'The receiving server',
      subject: subject ?? 'the sender',
      result,
    }),
  ]
}

const levels: Readonly<Record<string, 'info' | 'suspicious'>> = {
  fail: 'suspicious',
  softfail: 'suspicious',
  permerror: 'suspicious',
  hardfail: 'suspicious',
}

export const levelOf = (result: string) => levels[result] ?? 'info'
