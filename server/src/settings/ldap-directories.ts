import type { ClaimMapping } from '../domain/claim-mapping.ts'
import { isRecord, isText } from './checks.ts'
import { checkNamedList, type KeyChecks, keyProblem, missingKey } from './named-list.ts'
import { flag, mappingKeys, providerName, text, texts } from './provider-keys.ts'

/** A directory in the settings. */
export interface LdapDirectory extends Omit<ClaimMapping, 'claims'> {
  /** In the audit trail and in the log. */
  readonly name: string
  /** Active Directory uses other names. */
  readonly type?: 'ldap' | 'ad'
  /** Servers of this directory: the next one is asked when one cannot be reached. */
  readonly urls: readonly string[]
  readonly startTls?: boolean
  /** PEM; without it the authorities that Node knows. Read at every use, so it can be exchanged. */
  readonly caFile?: string
  /** The account that searches; without it the search is anonymous. */
  readonly bindDn?: string
  readonly bindPassword?: string
  readonly bindPasswordFile?: string
  readonly baseDn: string
  /** `{login}` is what was typed, escaped. */
  readonly filter?: string
  readonly attributes?: {
    readonly login?: string
    readonly name?: string
    readonly groups?: string
    readonly organization?: string
    /** Stable when a user is renamed or moved. */
    readonly id?: string
  }
  /** For directories whose entries do not name their groups. */
  readonly groupSearch?: { readonly baseDn: string; readonly filter?: string }
}

interface Auth {
  readonly provider: readonly string[]
  readonly ldap: { readonly directories: unknown }
}

/** Checked when the settings were read. */
export const ldapDirectories = ({ auth }: { auth: Auth }): readonly LdapDirectory[] =>
  auth.provider.includes('ldap')
    ? ((auth.ldap.directories as LdapDirectory[] | undefined) ?? [])
    : []

const urlAdvice =
  'must be a list of URLs such as ldaps://dc1.example.org; ldap:// requires startTls: true unless it is local'

const keys: KeyChecks = {
  name: providerName,
  type: (value) => (value === 'ldap' || value === 'ad' ? undefined : 'must be ldap or ad'),
  urls: (value) =>
    texts(value) === undefined &&
    (value as string[]).length > 0 &&
    (value as string[]).every(isServer)
      ? undefined
      : urlAdvice,
  startTls: flag,
  caFile: text,
  bindDn: text,
  bindPassword: text,
  bindPasswordFile: text,
  baseDn: text,
  filter: (value) =>
    isText(value) && isFilter(value) && /\{(?:login|0)\}/.test(value)
      ? undefined
      : 'must be a filter in parentheses that contains {login}, such as (uid={login})',
  groupSearch: (value) =>
    isRecord(value) &&
    isText(value.baseDn) &&
    (value.filter === undefined ||
      (isText(value.filter) && isFilter(value.filter) && /\{(?:dn|login)\}/.test(value.filter))) &&
    Object.keys(value).every((key) => key === 'baseDn' || key === 'filter')
      ? undefined
      : 'must have a baseDn and optionally a filter in parentheses that contains {dn} or {login}',
  ...mappingKeys('attributes', 'attribute', ['id']),
}

export const checkLdapDirectories = (value: unknown): string | undefined =>
  checkNamedList(value, {
    one: 'a directory',
    all: 'directories, each with at least a name, urls and a baseDn',
    problemOf: directoryProblem,
  })

function directoryProblem(directory: Record<string, unknown>): string | undefined {
  const wrong = missingKey(directory, ['name', 'urls', 'baseDn']) ?? keyProblem(directory, keys)
  if (wrong !== undefined) return wrong
  const { urls, startTls, bindDn, bindPassword, bindPasswordFile } = directory
  for (const url of urls as string[]) {
    if (startTls === true && url.startsWith('ldaps:')) return 'startTls applies only to ldap://'
    // A password would be readable on the way; on the way to this machine nobody stands.
    if (startTls !== true && url.startsWith('ldap:') && !isThisMachine(url))
      return `urls ${urlAdvice}`
  }
  if (bindPassword !== undefined && bindPasswordFile !== undefined)
    return 'bindPassword and bindPasswordFile are mutually exclusive'
  const hasPassword = bindPassword !== undefined || bindPasswordFile !== undefined
  // Without a password the bind would succeed as anonymous.
  if ((bindDn !== undefined) !== hasPassword)
    return 'bindDn and bindPassword (or bindPasswordFile) must be set together'
}

function isServer(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^ldaps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    url.username + url.password + url.search + url.hash === '' &&
    /^\/?$/.test(url.pathname)
  )
}

const isThisMachine = (text: string) =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(text)?.hostname ?? '')

/** Brackets that match; the rest is for the directory to judge, which `assay doctor` asks. */
function isFilter(text: string): boolean {
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0 && text.startsWith('(') && text.endsWith(')')
}
