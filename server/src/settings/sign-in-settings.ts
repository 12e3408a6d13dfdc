import { checkLdapDirectories } from './ldap-directories.ts'
import { checkOidcProviders } from './oidc-providers.ts'
import type { Setting } from './values.ts'

/** How people and programs sign in, how long they stay signed in, and who the first superadmin is. */
export const signInSettings = {
  'auth.method.session': {
    kind: 'boolean',
    default: true,
    description: 'Sign-in with username and password and a session cookie.',
  },
  'auth.method.key': {
    kind: 'boolean',
    default: true,
    description: 'API keys in `Authorization: Bearer`.',
  },
  'auth.method.basic': {
    kind: 'boolean',
    default: false,
    description: 'HTTP basic authentication.',
  },
  'auth.provider': {
    kind: 'list',
    default: ['local'],
    choices: ['local', 'ldap'],
    min: 1,
    description: 'Where passwords are verified: locally, or in the `auth.ldap` directories.',
  },
  'auth.ldap.directories': {
    kind: 'json',
    secret: 'whole',
    check: checkLdapDirectories,
    description:
      'LDAP or Active Directory directories, queried in this order; see docs/sign-in.md.',
  },
  'auth.ldap.create': {
    kind: 'boolean',
    default: false,
    description: 'Create a user on first sign-in with a directory password.',
  },
  'auth.ldap.link': {
    kind: 'boolean',
    default: false,
    description: 'Link a first directory sign-in to the existing user with the same login.',
  },
  'auth.ldap.timeout': {
    kind: 'duration',
    default: '5s',
    min: 500,
    max: 60_000,
    description: 'Time limit for a directory server to complete a sign-in.',
  },
  'auth.ldap.maxFailures': {
    kind: 'integer',
    default: 4,
    min: 1,
    max: 100,
    description: 'Failed passwords per account forwarded to a directory within 15 minutes.',
  },
  'auth.oidc.providers': {
    kind: 'json',
    secret: 'whole',
    check: checkOidcProviders,
    description: 'OpenID Connect providers; see docs/sign-in.md. Requires `http.publicUrl`.',
  },
  'auth.oidc.create': {
    kind: 'boolean',
    default: false,
    description: 'Create a user on first sign-in through a provider.',
  },
  'auth.oidc.link': {
    kind: 'boolean',
    default: false,
    description: 'Link a first provider sign-in to the existing user with the same login.',
  },
  'auth.oidc.autoLogin': {
    kind: 'boolean',
    default: false,
    description: 'Redirect to the first provider without showing the sign-in page.',
  },
  'auth.oidc.timeout': {
    kind: 'duration',
    default: '10s',
    min: 1_000,
    max: 60_000,
    description: 'Time limit for a provider response.',
  },
  'auth.readOnlyAccess': {
    kind: 'boolean',
    default: false,
    description: 'Let users with only the `read` role see jobs, reports and analyzers.',
  },
  'session.inactivity': {
    kind: 'duration',
    default: '1h',
    min: 60_000,
    description: 'Idle time after which a session ends.',
  },
  'bootstrap.login': {
    kind: 'text',
    default: 'admin',
    description:
      'First superadmin, created on start if no user exists and a password or key is set below.',
  },
  'bootstrap.password': {
    kind: 'text',
    secret: 'whole',
    description: 'Password of the first superadmin.',
  },
  'bootstrap.key': {
    kind: 'text',
    secret: 'whole',
    description: 'API key of the first superadmin.',
  },
} as const satisfies Record<string, Setting>
