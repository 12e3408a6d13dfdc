import { expect, it } from 'vitest'
import { redirectOf } from './redirects.ts'

it.each([
  ['/org/ACME', '', '/settings/members'],
  ['/org/ACME/users', '?q=ana', '/settings/members?q=ana'],
  ['/org/ACME/analyzers', '?edit=a%2Fb', '/settings/analyzers/a%2Fb'],
  ['/org/ACME/responders', '?show=enabled', '/settings/responders?show=enabled'],
  ['/org/ACME/analyzer-config', '?edit=global', '/settings/analyzers'],
  ['/org/ACME/observable-types', '', '/settings/types'],
  ['/org/ACME/resources', '', '/settings/lists'],
  ['/org/ACME/retention', '', '/settings/retention'],
  ['/org/BETA/users', '', '/settings/organizations/BETA/members'],
  ['/org/a%20b/audit', '', '/settings/organizations/a%20b/audit'],
  ['/platform/audit', '', '/settings/platform-audit'],
  ['/platform/organizations', '?status=Locked', '/settings/organizations?status=Locked'],
  ['/me', '', '/settings/account'],
  ['/catalogue', '?kind=responder', '/settings/responders'],
  ['/catalogue', '?worker=w1', '/settings/analyzers/w1'],
  ['/jobs', '?status=Failure&type=ip', '/activity?status=Failure&type=ip'],
  ['/jobs', '?kind=responder&by=ana', '/activity/responses?by=ana'],
])('%s%s leads to %s', (path, search, to) => {
  expect(redirectOf(path, search, 'ACME')).toBe(to)
})

it.each(['/', '/jobs/1', '/settings/members', '/org/ACME/a/b'])(
  '%s is not an old address',
  (path) => {
    expect(redirectOf(path, '', 'ACME')).toBeUndefined()
  },
)
