import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rightsOf } from '../../base/session/rights.ts'
import { languages, loadLanguage } from '../../base/texts/index.ts'
import { screens } from '../routes.tsx'
import { commandsFor } from './commands.ts'

/** Reached with something to look at, or once; the palette searches by itself. */
const withoutEntry: Readonly<Record<string, string>> = {
  '/search': 'has its own line for what was typed',
  '/batch': 'an old address that leads elsewhere',
  '/compare': 'compares two jobs that were chosen',
  '/welcome': 'shown once, after the set-up',
}

const commands = (...roles: string[]) =>
  commandsFor('', {
    rights: rightsOf(roles),
    organization: 'ACME',
    analyzers: [],
    showShortcuts: () => undefined,
  })

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
})
afterEach(async () => {
  await loadLanguage('en')
  vi.unstubAllGlobals()
})

it('the palette leads to every screen that needs nothing else to be shown', () => {
  const places = [...new Set(screens.map(({ pattern }) => pattern))]
    .filter((pattern) => !pattern.includes(':'))
    .filter((pattern) => withoutEntry[pattern] === undefined)
  const entries = commands('read', 'analyze', 'orgadmin').map(({ to }) => to)

  expect(places.length).toBeGreaterThan(8)
  expect(entries).toEqual(expect.arrayContaining(places))
})

it.each(languages)('in %s each of its pages has a name of its own', async (language) => {
  await loadLanguage(language)
  const labels = commands('read', 'analyze', 'orgadmin')
    .filter(({ to }) => to !== undefined)
    .map(({ label }) => label)

  expect(labels.filter((label) => label === '' || /^\w+\.\w+$/.test(label))).toEqual([])
  expect(new Set(labels).size).toBe(labels.length)
})

it('a reader is not led to what readers do not see', () => {
  const entries = commands('read').map(({ to }) => to)

  expect(entries).toContain('/desk')
  expect(entries).not.toContain('/activity/engine')
  expect(entries).not.toContain('/new')
})
