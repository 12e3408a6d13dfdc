import { expect, it } from 'vitest'
import { counted, text, textAreas } from './index.ts'

const all = async (language: 'en' | 'fr') => {
  const found: Record<string, string> = {}
  for (const area of ['common', ...textAreas])
    Object.assign(found, (await import(`./${language}/${area}.ts`)).texts)
  return found
}
const english = await all('en')
const french = await all('fr')

const placeholders = (value: string) => [...value.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

it('French says all that English says, with the same values in it', () => {
  const wrong = Object.entries(english).filter(([key, value]) => {
    const translated = french[key] ?? ''
    return translated === '' || String(placeholders(translated)) !== String(placeholders(value))
  })

  expect(wrong).toEqual([])
})

it('French keeps its signs on the line of their word', () => {
  const wrong = Object.entries(french).filter(([, value]) => / [:;?!»]|« |'/.test(value))

  expect(wrong).toEqual([])
})

it('no singular names the number one, because French uses it for zero too', () => {
  const texts = [...Object.entries(english), ...Object.entries(french)]

  expect(texts.filter(([key, value]) => key.endsWith('.one') && /\b1\b/.test(value))).toEqual([])
})

it('a text is filled in, and numbers are written as people do', () => {
  expect(text('pager.shown', { from: 1, to: 50, total: 1842 })).toBe('1–50 of 1,842')
})

it('a count takes the form that the language wants', () => {
  expect(counted('tray.ended', 1)).toBe('1 job has ended.')
  expect(counted('tray.ended', 2)).toBe('2 jobs have ended.')
})
