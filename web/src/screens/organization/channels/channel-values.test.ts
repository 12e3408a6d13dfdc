import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '../../../base/texts/index.ts'
import { inputOf, valuesOf, wrongFields } from './channel-values.ts'

beforeAll(() => loadTexts(['administration']))

const filled = { ...valuesOf(undefined, 'fr'), name: ' SOC ', url: ' https://chat.example/x ' }

it('begins with severe alerts and shared cases, in the language of the reader', () => {
  expect(valuesOf(undefined, 'fr')).toMatchObject({
    ...{ kinds: ['newAlert', 'caseShared'], minSeverity: 3, maxTlp: 2, language: 'fr' },
  })
})

it('sends neither an address nor a secret that was not typed', () => {
  expect(inputOf(filled)).toMatchObject({ name: 'SOC', url: 'https://chat.example/x' })
  expect(inputOf({ ...filled, url: ' ' })).not.toHaveProperty('url')
  expect(inputOf({ ...filled, secret: 'of another form' })).not.toHaveProperty('secret')
  expect(inputOf({ ...filled, form: 'generic', secret: 'typed' })).toMatchObject({
    secret: 'typed',
  })
})

it('names what is wrong at its field', () => {
  expect(wrongFields(filled, true)).toEqual({})
  expect(wrongFields({ ...filled, url: '' }, false)).toEqual({})
  const wrong = { ...filled, name: '', url: '', form: 'generic', secret: 'short', kinds: [] }
  expect(Object.keys(wrongFields(wrong as typeof filled, true))).toEqual([
    ...['name', 'url', 'secret', 'kinds'],
  ])
})
