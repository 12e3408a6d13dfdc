import type { Budget } from '@assay/contract'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '../../base/texts/index.ts'
import { budgetWords } from './budget-words.ts'

beforeAll(() => loadTexts(['overview']))

const now = Date.UTC(2026, 10, 19, 12)
const budget = (more: Partial<Budget>) =>
  ({ name: 'VirusTotal', state: 'open', windows: [], ...more }) as Budget

it('says what holds a provider up, and until when if that is known', () => {
  expect(budgetWords(budget({ state: 'refused' }), now)).toBe('VirusTotal rejects its key')
  expect(budgetWords(budget({ state: 'down' }), now)).toBe('VirusTotal is down')
  expect(budgetWords(budget({ state: 'held', until: now + 60_000 }), now)).toMatch(
    /^VirusTotal reported its limit; next try at \d/,
  )
  const day = { count: 500, per: 'day', calendar: true, used: 500, left: 0 } as const
  expect(budgetWords(budget({ windows: [day] }), now)).toMatch(
    /^VirusTotal has used up its budget until \S/,
  )
})
