import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { displayName, newPassword } from './users.ts'
import { Name, object } from './values.ts'

export const SetupAnalyzers = Type.Enum(['offline', 'all', 'none'], {
  description:
    'Built-in analyzers to enable at first; `offline` means those that contact no external services',
})
export type SetupAnalyzers = Static<typeof SetupAnalyzers>

export const setUp = endpoint({
  method: 'POST',
  path: '/api/setup',
  roles: ['superadmin'],
  effect: 'admit',
  duringSetup: 'only',
  resource: 'setup',
  summary: 'Run first setup: organization, administrator (signed in), platform account',
  input: object({
    organization: object({
      name: Name('Becomes the id and cannot be changed'),
      description: Type.Optional(Type.String({ maxLength: 10_000 })),
    }),
    user: object({
      login: Name('Becomes the id and cannot be changed'),
      name: displayName,
      password: newPassword,
    }),
    platform: Type.Optional(
      object({
        login: Name('Login of the account that manages organizations; defaults to `platform`'),
      }),
    ),
    analyzers: Type.Optional(SetupAnalyzers),
  }),
  output: object(
    {
      user: Type.Object({
        id: Type.String(),
        name: Type.String(),
        roles: Type.Array(Type.String()),
      }),
      organization: Type.String(),
      platform: object({
        login: Type.String(),
        password: Type.String({ description: 'Shown only once' }),
      }),
    },
    'SetupDone',
  ),
  status: 201,
})
