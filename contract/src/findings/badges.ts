import { fact } from './entry.ts'
import type { FindingParameters } from './sentence.ts'

/** What built-in analyzers state by a badge alone, where they have found nothing to speak of. */
export const badgeFindings = {
  'badge.on-no-list': fact(['Lists', '0'], 'Not on any of your lists'),
  'badge.in-no-feed': fact(['Feeds', '0'], 'Not in any threat feed'),
  'badge.no-rule': fact(['YARA', '0'], 'No YARA rule matched'),
  'badge.no-values': fact(['Text', '0'], 'No observables found in the text'),
  'badge.type': fact(['Type', '{value}'], 'File type by content: {value}'),
  'badge.type-unknown': fact(['Type', 'unknown'], 'Unknown file type'),
  'badge.form': fact(['Form', '{value}'], 'Format: {value}'),
  'badge.files': fact(['Members', '{count}'], 'Contains {count} {count?file|files}'),
  'badge.encrypted': fact(['Archive', 'encrypted'], 'Contains encrypted files'),
  'badge.camera': fact(['Camera', '{value}'], 'Camera: {value}'),
  'badge.position': fact(['GPS', '{value}'], 'GPS position: {value}'),
  'badge.hash': fact(['Algorithm', '{value}'], 'Hash format: {value}'),
  'badge.domain': fact(['Domain', '{value}'], 'Registered domain of the host: {value:domain}'),
  'badge.registered': fact(['Registrable', '{value}'], 'Registered domain: {value:domain}'),
  'badge.family': fact(['Family', '{value}'], '{value} address'),
  'badge.network': fact(['Addresses', '{value}'], 'Network of {value} addresses'),
  'badge.addresses': fact(
    ['Addresses', '{count}'],
    'Resolves to {count} {count?address|addresses}',
  ),
  'badge.reserved': fact(['Reserved', '{value}'], 'Resolves to a reserved address: {value:ip}'),
  'badge.mail-servers': fact(['MX', '{count}'], '{count} {count?mail server|mail servers} (MX)'),
  'badge.key': fact(['Key', '{value}'], 'Key: {value}'),
  'badge.signed': fact(['Algorithm', '{value}'], 'Signature algorithm: {value}'),
  'badge.codes': fact(['Codes', '{count}'], '{count} QR {count?code|codes} found'),
  'badge.links': fact(['Links', '{count}'], '{count} {count?link|links} found'),
  'badge.attachments': fact(['Attachments', '{count}'], '{count} {count?attachment|attachments}'),
  'badge.scripts': fact(['Scripts', '{count}'], '{count} {count?script|scripts} found'),
  'badge.check': fact(['{what}', '{value}'], '{what} according to the receiving server: {value}'),
  'badge.browser': fact(['Browser', '{value}'], 'Claims to be {value}'),
  'badge.system': fact(['System', '{value}'], 'Claims to run on {value}'),
  'badge.target': fact(['Target', '{value}'], 'Target: {value:value}'),
  'badge.year': fact(['Year', '{value}'], 'CVE year: {value}'),
  'badge.architecture': fact(['Architecture', '{value}'], 'Architecture: {value}'),
  'badge.language': fact(['Language', '{value}'], 'Script language: {value}'),
}

type BadgeId = keyof typeof badgeFindings

const ids: Readonly<Record<string, BadgeId>> = {
  'File:Type': 'badge.type',
  'File:Members': 'badge.files',
  'File:Archive': 'badge.encrypted',
  'File:Camera': 'badge.camera',
  'File:GPS': 'badge.position',
  'Archive:Form': 'badge.form',
  'Archive:Members': 'badge.files',
  'Document:Form': 'badge.form',
  'Document:Links': 'badge.links',
  'Executable:Format': 'badge.form',
  'Executable:Architecture': 'badge.architecture',
  'OneNote:Files': 'badge.files',
  'Page:Form': 'badge.form',
  'Page:Scripts': 'badge.scripts',
  'QR:Codes': 'badge.codes',
  'Script:Language': 'badge.language',
  'Shortcut:Form': 'badge.form',
  'Shortcut:Target': 'badge.target',
  'Certificate:Key': 'badge.key',
  'CVE:Year': 'badge.year',
  'DNS:Addresses': 'badge.addresses',
  'DNS:MX': 'badge.mail-servers',
  'DNS:Reserved': 'badge.reserved',
  'Domain:Registrable': 'badge.registered',
  'Hash:Algorithm': 'badge.hash',
  'IP:Addresses': 'badge.network',
  'IP:Family': 'badge.family',
  'JWT:Algorithm': 'badge.signed',
  'Mail:Links': 'badge.links',
  'Mail:Attachments': 'badge.attachments',
  'Mail:SPF': 'badge.check',
  'Mail:DKIM': 'badge.check',
  'Mail:DMARC': 'badge.check',
  'Url:Domain': 'badge.domain',
  'UserAgent:Browser': 'badge.browser',
  'UserAgent:System': 'badge.system',
}

/** Badges that say something else with one value than with all others. */
const exact: Readonly<Record<string, BadgeId | 'nothing'>> = {
  'Lists:Hits=0': 'badge.on-no-list',
  'Feeds:Hits=0': 'badge.in-no-feed',
  'YARA:Matches=0': 'badge.no-rule',
  'Text:Observables=0': 'badge.no-values',
  'File:Type=unknown': 'badge.type-unknown',
  'Document:Links=0': 'nothing',
  'Mail:Attachments=0': 'nothing',
  'Mail:Links=0': 'nothing',
  'Shortcut:Target=none': 'nothing',
}

interface KnownBadge {
  readonly id: BadgeId
  readonly parameters: FindingParameters
}

/**
 * The sentence of one of our badges; `nothing` where it needs none, undefined where it is unknown. The size
 * of a file is shown next to its name.
 */
export function knownBadge(
  namespace: string,
  predicate: string,
  value: string,
): KnownBadge | 'nothing' | undefined {
  const key = `${namespace}:${predicate}`
  if (key === 'File:Size') return 'nothing'
  const id = of(exact, `${key}=${value}`) ?? of(ids, key)
  if (id === undefined || id === 'nothing') return id
  const count = Number(value)
  const isCounted = badgeFindings[id].sentence.includes('{count}')
  if (isCounted && !Number.isSafeInteger(count)) return undefined
  if (isCounted) return { id, parameters: { count } }
  return { id, parameters: id === 'badge.check' ? { what: predicate, value } : { value } }
}

const of = <T>(known: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(known, key) ? known[key] : undefined
