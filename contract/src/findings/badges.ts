import { fact } from './entry.ts'
import type { FindingParameters } from './sentence.ts'

/** What built-in analyzers state by a badge alone, where they have found nothing to speak of. */
export const badgeFindings = {
  'badge.on-no-list': fact(['Lists', '0'], 'It is on none of your lists'),
  'badge.in-no-feed': fact(['Feeds', '0'], 'No threat feed names it'),
  'badge.no-rule': fact(['YARA', '0'], 'No rule matches it'),
  'badge.no-values': fact(['Text', '0'], 'No address, name, link or hash stands in it'),
  'badge.type': fact(['Type', '{value}'], 'By its content it is of the type {value}'),
  'badge.type-unknown': fact(['Type', 'unknown'], 'Its content is of no known type'),
  'badge.form': fact(['Form', '{value}'], 'Its format is {value}'),
  'badge.files': fact(['Members', '{count}'], '{count} {count?file is|files are} packed in it'),
  'badge.encrypted': fact(['Archive', 'encrypted'], 'Files in it are encrypted'),
  'badge.camera': fact(['Camera', '{value}'], 'It was taken with {value}'),
  'badge.position': fact(['GPS', '{value}'], 'It was taken at {value}'),
  'badge.hash': fact(['Algorithm', '{value}'], 'It has the form of a hash by {value}'),
  'badge.domain': fact(['Domain', '{value}'], 'Its host belongs to {value:domain}'),
  'badge.registered': fact(['Registrable', '{value}'], 'Its registered part is {value:domain}'),
  'badge.family': fact(['Family', '{value}'], 'It is an {value} address'),
  'badge.network': fact(['Addresses', '{value}'], 'The network has {value} addresses'),
  'badge.addresses': fact(
    ['Addresses', '{count}'],
    'DNS has {count} {count?address|addresses} for it',
  ),
  'badge.reserved': fact(['Reserved', '{value}'], 'One of its addresses is reserved: {value:ip}'),
  'badge.mail-servers': fact(
    ['MX', '{count}'],
    '{count} {count?server takes|servers take} mail for it',
  ),
  'badge.key': fact(['Key', '{value}'], 'Its key is {value}'),
  'badge.signed': fact(['Algorithm', '{value}'], 'It names {value} as the way it is signed'),
  'badge.codes': fact(['Codes', '{count}'], '{count} QR {count?code is|codes are} in it'),
  'badge.links': fact(['Links', '{count}'], '{count} {count?link is|links are} in it'),
  'badge.attachments': fact(
    ['Attachments', '{count}'],
    '{count} {count?file is|files are} attached to it',
  ),
  'badge.scripts': fact(['Scripts', '{count}'], '{count} {count?script is|scripts are} in it'),
  'badge.check': fact(['{what}', '{value}'], 'The receiving server notes for {what}: {value}'),
  'badge.browser': fact(['Browser', '{value}'], 'It names the browser {value}'),
  'badge.system': fact(['System', '{value}'], 'It names the system {value}'),
  'badge.target': fact(['Target', '{value}'], 'It leads to {value:value}'),
  'badge.year': fact(['Year', '{value}'], 'It was numbered in {value}'),
  'badge.architecture': fact(['Architecture', '{value}'], 'It is made for {value}'),
  'badge.language': fact(['Language', '{value}'], 'It is written in {value}'),
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
 * The sentence of a badge of ours; `nothing` where it needs none, undefined where nobody knows it. How long
 * a file is stands beside its name.
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
