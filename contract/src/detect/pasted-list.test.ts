import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../scripts/test-growth.ts'
import { detect } from './detect.ts'
import { splitValues, splitWritten } from './pasted-list.ts'

const typed = (text: string) =>
  splitValues(text).map((piece) => {
    const { dataType, value } = detect(piece)
    return `${dataType} ${value}`
  })

describe('a pasted list', () => {
  it('has one value per line, blank, bar or comma, and comments', () => {
    const text =
      '# from the ticket\r\n8.8.8.8, 1.1.1.1;evil[.]example\n\nhttp://a.example/x,y|b.example\nHKLM\\A b\n' +
      'Mozilla/5.0 (X11; Linux)\nhttp://a.example/1,http://b.example/2'
    expect(splitValues(text)).toEqual([
      '8.8.8.8',
      '1.1.1.1',
      'evil.example',
      'http://a.example/x,y',
      'b.example',
      'HKLM\\A b',
      'Mozilla/5.0 (X11; Linux)',
      'http://a.example/1',
      'http://b.example/2',
    ])
  })

  it.each([
    ['["evil.example", "203.0.113.9"]', ['domain evil.example', 'ip 203.0.113.9']],
    ['{"ioc": "evil.example", "n": 5}', ['other ioc', 'domain evil.example', 'other n', 'other 5']],
    ["'evil.example', 'b.example'", ['domain evil.example', 'domain b.example']],
    [
      '“evil.example”; „x.example“ «y.example» ‘z.example’',
      ['domain evil.example', 'domain x.example', 'domain y.example', 'domain z.example'],
    ],
    [
      '"evil.example";"a note, with words";5',
      ['domain evil.example', 'other a note, with words', 'other 5'],
    ],
    ['"8.8.8.8,1.1.1.1"\t"x"', ['ip 8.8.8.8', 'ip 1.1.1.1', 'other x']],
    ['"says ""evil.example"""', ['other says', 'domain evil.example']],
    ['"http://a.example/x,y","8.8.8.8"', ['url http://a.example/x,y', 'ip 8.8.8.8']],
    [
      'http://a.example/x,8.8.8.8,b.example',
      ['url http://a.example/x', 'ip 8.8.8.8', 'domain b.example'],
    ],
    ['http://a.example/?to=b.example,c.example', ['url http://a.example/?to=b.example,c.example']],
    ["http://a.example/?q='x'", ["url http://a.example/?q='x'"]],
    [
      '<https://a.example/x>, (https://b.example/x_(1))',
      ['url https://a.example/x', 'url https://b.example/x_(1)'],
    ],
    [
      '[evil.example] (8.8.8.8) {b.example}',
      ['domain evil.example', 'ip 8.8.8.8', 'domain b.example'],
    ],
    [
      '[2001:db8::1]:443 [2001:db8::1] http://[2001:db8::1]/x',
      ['ip 2001:db8::1', 'ip 2001:db8::1', 'url http://[2001:db8::1]/x'],
    ],
    ['"evil[.]example", "hxxp://b[.]example"', ['domain evil.example', 'url http://b.example']],
    [
      'domain\tevil.example\t2024-01-01',
      ['other domain', 'domain evil.example', 'other 2024-01-01'],
    ],
    [
      '"Rechnung 2024.pdf","C:\\a b\\c.exe"',
      ['filename Rechnung 2024.pdf', 'filename C:\\a b\\c.exe'],
    ],
    ['"HKLM\\Software\\Run"', ['registry HKLM\\Software\\Run']],
    ['"Mozilla/5.0 (X11; Linux) Gecko",', ['user-agent Mozilla/5.0 (X11; Linux) Gecko']],
    [
      'src=10.0.0.1;md5:44d88612fea8a8f36de82e1278abb02f',
      ['other src', 'ip 10.0.0.1', 'other md5', 'hash 44d88612fea8a8f36de82e1278abb02f'],
    ],
    ['- evil.example', ['domain evil.example']],
    ['2) evil.example', ['domain evil.example']],
    ['8.8.8.8.', ['ip 8.8.8.8']],
    ['8.8.8.8，1.1.1.1、b.example', ['ip 8.8.8.8', 'ip 1.1.1.1', 'domain b.example']],
    ["O'Brien@evil.example", ["mail O'Brien@evil.example"]],
    ['999.1.1.1 "not an observable"', ['other 999.1.1.1', 'other not an observable']],
    ['"", [], --', []],
  ])('%j holds %j', (text, expected) => {
    expect(typed(text)).toEqual(expected)
  })

  const observables = fc.constantFrom(
    '203.0.113.9',
    'evil.example',
    'https://a.example/x,y',
    'joe@evil.example',
    '44d88612fea8a8f36de82e1278abb02f',
    'CVE-2024-3094',
    '2001:db8::1',
  )
  const frames = fc.constantFrom('"', "'", '`', '()', '[]', '{}', '<>', '“”', '«»', '')
  const gaps = fc.constantFrom(',', ';', '\t', ' ', ', ', ' | ', '\n', ',\n', '，')

  it('reads an observable in any quotes and brackets, whatever separates the cells', () => {
    const cells = fc.array(fc.tuple(observables, frames), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(cells, gaps, frames, (list, gap, outer) => {
        const text = list
          .map(([value, frame]) => `${frame[0] ?? ''}${value}${frame.at(-1) ?? ''}`)
          .join(gap)
        // Quotes around a list in quotes are no notation of anything.
        const around = list.some(([, frame]) => frame !== '') && !/[([{]/.test(outer) ? '' : outer
        expect(splitValues(`${around[0] ?? ''}${text}${around.at(-1) ?? ''}`)).toEqual(
          list.map(([value]) => value),
        )
      }),
    )
  })

  it('drops no letter and no digit', () => {
    const signs = fc.constantFrom(...'ab1.,;:"\'()[]{}<>=| \t/?@“”')
    const signsOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
    fc.assert(
      fc.property(fc.string({ unit: signs, maxLength: 60 }), (text) => {
        expect(signsOf(splitWritten(`a ${text}`).join(' '))).toBe(signsOf(`a ${text}`))
      }),
    )
  })

  it.each([
    '"',
    "'a ",
    '(',
    ',',
    'a,',
    '://',
    'http://a.example/x,',
    '"a" ',
    '""',
    '=',
    'a:',
    '. ',
  ])('takes time in proportion to the length of many %j', async (unit) => {
    const textOf = (times: number) => unit.repeat(Math.floor((20_000 * times) / unit.length))
    expect(await growth(textOf, splitValues)).toBeLessThan(nearlyLinear)
  })
})
