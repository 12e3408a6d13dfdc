import { beforeAll, describe, expect, it } from 'vitest'
import { loadFindingTexts } from '../texts/findings/index.ts'
import { asFrenchReader } from './french-reader.ts'
import { said, toldIn } from './said.ts'

const text = 'What the report says'

describe('a reason', () => {
  beforeAll(() => loadFindingTexts())

  it('is the sentence of its finding, with values that nothing follows', () => {
    const parameters = { name: 'examp1e.test', brand: 'example.test', way: '1 stands for l' }
    expect(said({ text, id: 'domain.resembles', parameters })).toBe(
      'Look-alike of example[.]test: examp1e[.]test (1 replaces l)',
    )
    expect(
      said({
        text,
        id: 'mail.reply-to',
        parameters: { elsewhere: 'a@b.test', address: 'http://x' },
      }),
    ).toBe('Replies go to a[@]b[.]test, not to hxxp://x')
  })

  it('has dates, numbers and words in the way of the reader', () => {
    expect(
      said({ text, id: 'jwt.valid', parameters: { date: '2026-11-14T23:00:00.000Z' } }),
    ).toMatch(/^Valid until Nov 14, 2026$|^Valid until 14 Nov 2026$/)
    expect(said({ text, id: 'rdap.young', parameters: { value: 'a.test', days: 1 } })).toBe(
      'Newly registered: a[.]test is 1 day old',
    )
    expect(said({ text, id: 'script.hidden-program', parameters: { bytes: 12345 } })).toContain(
      '12,345 bytes',
    )
    expect(said({ text, id: 'url.port-unusual', parameters: { port: 8080 } })).toContain('8080')
  })

  it.each([
    ['without an id', {}],
    ['of an id that nobody knows', { id: 'x.y', parameters: {} }],
    ['of an id that is no finding', { id: 'constructor', parameters: {} }],
    ['without its evidence', { id: 'mail.reply-to', parameters: { address: 'a@b.test' } }],
    ['whose evidence was left out', { id: 'mail.reply-to' }],
  ])('%s stands there as the report has it', (_, told) => {
    expect(said({ text, ...told })).toBe(text)
  })

  it.each([
    ['It shows evil.example and a@b.example', 'It shows evil[.]example and a[@]b[.]example'],
    ['From 192.0.2.7 to 2001:db8::7', 'From 192[.]0[.]2[.]7 to 2001[:]db8[:][:]7'],
    ['See http://a.example/x.html.', 'See hxxp://a[.]example/x.html.'],
    ['Invoice.pdf.exe runs System.Net.WebClient', 'Invoice.pdf.exe runs System.Net.WebClient'],
    ['Ends here. Then more, e.g. this', 'Ends here. Then more, e.g. this'],
    ['a\u202eb', 'a⟨U+202E⟩b'],
  ])('in English by itself is harmless, too: %s', (given, shown) => {
    expect(said({ text: given })).toBe(shown)
  })

  it('is text, whatever its evidence is', () => {
    const evidence = '<img src=x onerror=alert(1)> {name} \u202e http://a.test/'
    expect(said({ text, id: 'script.wmi', parameters: { evidence } })).toBe(
      'Uses WMI: <img src=x onerror=alert(1)> {name} ⟨U+202E⟩ hxxp://a[.]test/',
    )
  })

  it('has an end', () => {
    const long = said({ text, id: 'script.wmi', parameters: { evidence: 'x'.repeat(5000) } })
    expect(long).toHaveLength(300)
    expect(long).toMatch(/…$/)
  })

  it('is read from a report of any author', () => {
    expect(toldIn({ explanation: 7 })).toEqual({ text: '' })
    expect(toldIn({ explanation: 'x', id: 'a.b', parameters: { a: 1, b: [], c: 'd' } })).toEqual({
      text: 'x',
      id: 'a.b',
      parameters: { a: 1, c: 'd' },
    })
  })
})

describe('a reason for a French reader', () => {
  asFrenchReader()

  it('is French, with its plurals', () => {
    const young = (days: number) =>
      said({ text, id: 'rdap.young', parameters: { value: 'a.test', days } })
    expect(young(1)).toBe('Enregistrement récent\u00a0: a[.]test a 1 jour')
    expect(young(3)).toBe('Enregistrement récent\u00a0: a[.]test a 3 jours')
  })

  it('has words of ours in French, and evidence as it is', () => {
    expect(
      said({
        text,
        id: 'domain.resembles',
        parameters: {
          name: 'examp1e-help.test',
          brand: 'example.test',
          way: '1 stands for l, with words added',
        },
      }),
    ).toBe('Imitation de example[.]test\u00a0: examp1e-help[.]test (1 remplace l, mots ajoutés)')
    expect(
      said({
        text,
        id: 'mail.spf',
        parameters: { server: 'The receiving server', subject: 'the sender', result: 'fail' },
      }),
    ).toMatch(/^Le serveur destinataire\u00a0: SPF fail pour l’expéditeur/)
    expect(
      said({ text, id: 'rdap.country', parameters: { value: '192.0.2.1', country: 'DE' } }),
    ).toContain('Allemagne')
  })

  it('of a report of before is English', () => {
    expect(said({ text, id: 'feeds.stale', parameters: { feed: 'x' } })).toBe(text)
  })
})
