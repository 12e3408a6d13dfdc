import { expect, it } from 'vitest'
import { preferences, validPreferences } from './preferences.ts'

it('takes of the storage only what exists', () => {
  const fallback = preferences()

  const taken = validPreferences(
    { theme: 'dark', density: 'huge' as never, letterKeys: 'no' as never, language: 'fr' },
    fallback,
  )

  expect(taken).toEqual({ ...fallback, theme: 'dark', language: 'fr' })
})
