/** Names under which the program itself writes the audit trail. No user may have one of them, see `isActor`. */
export const actors = {
  setUp: 'init',
  commandLine: '(command line)',
  settings: '(settings)',
  unknown: '(unknown)',
  import: '(import)',
  retention: '(retention)',
  expiry: '(expiry)',
  provider: '(provider)',
  responses: '(responses)',
  mail: '(mail)',
  misp: '(misp)',
  rules: '(rules)',
  clocks: '(clocks)',
} as const

/** A directory or a provider, which makes users and changes their roles. */
export const gateActor = (kind: 'ldap' | 'oidc', name: string) => `${kind}:${name}`

/** Names that a reader of the audit trail would take for the program, in any spelling. */
export function isActor(login: string): boolean {
  const name = login.normalize('NFKC').trim().toLowerCase()
  return name === actors.setUp || /^\(.*\)$/s.test(name) || /^(?:ldap|oidc):/.test(name)
}

/** Paths that would shadow a user of this name: it could be created and never read. */
const paths: readonly string[] = ['current', '_search', '.', '..']

export const isReservedLogin = (login: string) => paths.includes(login) || isActor(login)
