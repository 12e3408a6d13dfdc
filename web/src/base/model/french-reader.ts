import { afterAll, beforeAll, vi } from 'vitest'
import { loadFindingTexts } from '../texts/findings/index.ts'
import { loadLanguage } from '../texts/index.ts'

const speak = async (language: 'en' | 'fr') => {
  await loadLanguage(language)
  await loadFindingTexts()
}

/** For the tests of a `describe`; other files share these modules. */
export function asFrenchReader(): void {
  beforeAll(() => {
    vi.stubGlobal('document', { documentElement: {} })
    return speak('fr')
  })
  afterAll(async () => {
    await speak('en')
    vi.unstubAllGlobals()
  })
}
