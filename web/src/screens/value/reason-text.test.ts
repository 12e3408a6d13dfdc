import { analyzers } from '@assay/analyzers/descriptions'
import { expect, it } from 'vitest'
import { loadFindingTexts } from '../../base/texts/findings/index.ts'
import { parted, reasonText } from './reason-text.ts'

it.each([
  ['On block list “SOC”: phishing kit', 'On block list “SOC”', 'phishing kit'],
  [
    'Imitation de paypal[.]com\u00a0: paypa1[.]example',
    'Imitation de paypal[.]com',
    'paypa1[.]example',
  ],
  ['Packed with UPX (section UPX0)', undefined, 'Packed with UPX (section UPX0)'],
  // Evidence is no claim.
  ['mx[.]corp[.]example: SPF softfail', undefined, 'mx[.]corp[.]example: SPF softfail'],
  ['Opens hxxp://a[.]example:8080/x', undefined, 'Opens hxxp://a[.]example:8080/x'],
])('%s has its claim before the colon', (sentence, claim, evidence) => {
  expect(parted(sentence)).toEqual(claim === undefined ? { evidence } : { claim, evidence })
})

it('what it leads to is the evidence of a reason that was found there', async () => {
  await loadFindingTexts()
  const told = {
    text: 'On block list “SOC”: x',
    id: 'lists.blocked',
    parameters: { list: 'SOC', entry: 'x' },
  }
  const from = {
    level: 'malicious' as const,
    weight: 80,
    reason: { level: 'malicious' as const, analyzer: `${analyzers.lists.name}_1_0`, ...told },
    chain: [
      { kind: 'link', dataType: 'url', data: 'http://evil.test/x', level: 'malicious' as const },
    ],
  }
  const claim = 'Its link is on your block list “SOC”'

  expect(reasonText({ told, from })).toEqual({ claim, evidence: 'hxxp://evil[.]test/x' })
  const also = { text: 'Link shows bank[.]example but opens hxxp://evil[.]test/x' }
  expect(reasonText({ told, from, also })).toEqual({ claim, evidence: also.text })
})
