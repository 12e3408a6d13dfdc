import { analyzers } from '@assay/analyzers/descriptions'
import type { Headline } from '@assay/contract'
import {
  composeHeadline,
  englishSpeech,
  headlineGraph,
  sayHeadline,
} from '@assay/contract/headline'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadFindingTexts } from '../texts/findings/index.ts'
import { asFrenchReader } from './french-reader.ts'
import { saidHeadline } from './headline.ts'

const url = 'https://evil.test/x'
const nothing = { reasons: [], gaps: [], failures: [], answered: 1, level: 'none' } as const
const blocked = {
  level: 'malicious',
  text: 'It is on the block list “SOC”: evil.test',
  id: 'lists.blocked',
  parameters: { list: 'SOC', entry: 'evil.test' },
  analyzer: analyzers.lists.name,
} as const
const brand = {
  level: 'suspicious',
  text: 'x',
  id: 'mail.brand-in-name',
  parameters: {
    name: 'Example Bank',
    address: 'a@b.test',
    domain: 'b.test',
    brand: 'Example Bank',
  },
  analyzer: analyzers.mail.name,
} as const
const mail = { ...nothing, key: 'mail', dataType: 'file', hash: 'a', filename: 'a.eml' }

const answer = (input: Parameters<typeof composeHeadline>[0]) => {
  const parts = composeHeadline(input)
  return { text: sayHeadline(parts, englishSpeech), ...parts } as Headline
}
const phishing = answer({
  subject: { ...mail, level: 'suspicious', reasons: [brand] },
  graph: headlineGraph(
    [
      {
        ...nothing,
        key: 'url',
        dataType: 'url',
        data: url,
        level: 'malicious',
        reasons: [blocked],
      },
    ],
    [{ from: 'mail', to: 'url', kind: 'link' }],
  ),
})
const own = answer({ subject: { ...mail, level: 'suspicious', reasons: [brand] } })
const left = answer({
  subject: { ...mail, gaps: [{ analyzer: 'x', reason: 'see https://evil.test/' }] },
})

describe('the headline', () => {
  beforeAll(() => loadFindingTexts())

  it('is that of the server in English, and nothing in it can be clicked', () => {
    expect(saidHeadline(phishing)).toBe(phishing.text)
    expect(saidHeadline(own)).toMatch(
      /^Likely phishing imitating Example Bank: impersonates Example Bank: display name “Example Bank”, but /,
    )
    expect(saidHeadline(own)).not.toContain('b.test')
    expect(saidHeadline(left)).toBe('No verdict; not examined: see hxxps://evil[.]test/')
  })
})

describe('the headline for a French reader', () => {
  asFrenchReader()

  it('is French', () => {
    expect(saidHeadline(phishing)).toBe(
      'Hameçonnage imitant Example Bank\u00a0: son lien mène à un hôte qui est sur votre liste de blocage «\u00a0SOC\u00a0»',
    )
    expect(saidHeadline(own)).toMatch(/^Probable hameçonnage imitant Example Bank\u00a0: \p{Ll}/u)
    expect(saidHeadline(left)).toBe(
      'Aucun verdict\u00a0; non examiné\u00a0: see hxxps://evil[.]test/',
    )
  })
})
