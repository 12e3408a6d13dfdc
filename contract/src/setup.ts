import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { displayName, newPassword } from './users.ts'
import { Name } from './values.ts'

export const SetupAnalyzers = Type.Enum(['offline', 'all', 'none'], {
  description:
    'Which built-in analyzers the organization starts with; `offline` ask nobody outside',
})
export type SetupAnalyzers = Static<typeof SetupAnalyzers>

export const setUp = endpoint({
  method: 'POST',
  path: '/api/setup',
  roles: ['superadmin'],
  duringSetup: 'only',
  resource: 'setup',
  summary:
    'First run: an organization, its administrator, who is signed in, and the platform account',
  input: Type.Object(
    {
      organization: Type.Object(
        {
          name: Name('Becomes the id and cannot be changed'),
          description: Type.Optional(Type.String({ maxLength: 10_000 })),
        },
        { additionalProperties: false },
      ),
      user: Type.Object(
        {
          login: Name('Becomes the id and cannot be changed'),
          name: displayName,
          password: newPassword,
        },
        { additionalProperties: false },
      ),
      platform: Type.Optional(
        Type.Object(
          { login: Name('Of the account that manages organizations; `platform` by default') },
          { additionalProperties: false },
        ),
      ),
      analyzers: Type.Optional(SetupAnalyzers),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      user: Type.Object({
        id: Type.String(),
        name: Type.String(),
        roles: Type.Array(Type.String()),
      }),
      organization: Type.String(),
      platform: Type.Object(
        { login: Type.String(), password: Type.String({ description: 'Shown this once' }) },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false, title: 'SetupDone' },
  ),
  status: 201,
})
