import { describe, expect, it } from 'vitest'
import { byType, nothingPasted, observablesIn, valuesIn } from './pasted.ts'

const pasted = (text: string) => ({ ...nothingPasted, text })

describe('pasted observables', () => {
  it('are refanged, typed and taken once', () => {
    const values = valuesIn(pasted('hxxps://evil[.]example/a\n203[.]0[.]113[.]9\n203.0.113.9'))
    expect(values.map(({ dataType, data }) => [dataType, data])).toEqual([
      ['url', 'https://evil.example/a'],
      ['ip', '203.0.113.9'],
    ])
  })

  it('keep a corrected type while the text continues', () => {
    const [value] = valuesIn({
      ...pasted('invoice.zip more.example'),
      types: { 'invoice.zip': 'domain' },
    })
    expect(value).toMatchObject({ dataType: 'domain', data: 'invoice.zip' })
    expect(value?.likely[0]).toBe('filename')
  })

  it('leave out what was dropped', () => {
    expect(valuesIn({ ...pasted('a.example b.example'), dropped: ['a.example'] })).toHaveLength(1)
  })

  it('take a value called like a property of objects for what it is', () => {
    expect(valuesIn(pasted('constructor'))[0]?.dataType).toBe('other')
  })

  it('are sent together by type', () => {
    expect(byType(valuesIn(pasted('192.0.2.1 evil.example 192.0.2.2')))).toEqual([
      { dataType: 'ip', data: ['192.0.2.1', '192.0.2.2'] },
      { dataType: 'domain', data: ['evil.example'] },
    ])
  })
})

describe('texts that are no observables', () => {
  const found = (text: string, types = {}) => ({ ...pasted(text), types })

  it('are shown and not added, until their type is chosen', () => {
    const text = 'name,"evil.example",999.1.1.1'
    expect(valuesIn(pasted(text)).map(({ data, isUnread }) => [data, isUnread])).toEqual([
      ['name', true],
      ['evil.example', false],
      ['999.1.1.1', true],
    ])
    expect(observablesIn(pasted(text)).map(({ data }) => data)).toEqual(['evil.example'])
    expect(observablesIn(found(text, { '999.1.1.1': 'other' })).map(({ data }) => data)).toEqual([
      'evil.example',
      '999.1.1.1',
    ])
  })

  it('do not include what has a kind, such as an address of Bitcoin', () => {
    expect(observablesIn(pasted('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'))).toHaveLength(1)
  })
})
