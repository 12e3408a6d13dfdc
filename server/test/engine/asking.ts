import { type FixtureProgram, programs } from './setup.ts'

/** An analyzer that needs a key, and what it may be. */
export const key = 'sk-0123456789-not-for-everybody'
export const apiKey = { name: 'api_key', type: 'string', description: 'The key', required: true }
export const asking = {
  name: 'Asking',
  dataTypeList: ['ip'],
  script: programs.echo.script,
  configurationItems: [apiKey, { name: 'old', type: 'string', description: 'Gone later' }],
} satisfies FixtureProgram
