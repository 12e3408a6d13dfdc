import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { webAddress } from '../../../../scripts/web-addresses.ts'
import { readMispDocument, readStixObject } from './documents.ts'
import { makeObjectReader } from './json-objects.ts'
import { entriesOf, prefixOf, soughtKeys } from './keys.ts'
import { cellsOf, looksLikeCsv, makeCsvReader, readPlainLine } from './text-lists.ts'

const keysOf = (value: string) => entriesOf({ value }).map(({ kind, key }) => `${kind} ${key}`)

describe('entries of threat feeds', () => {
  it.each([
    ['evil[.]example.org', 'domain name:evil.example.org'],
    ['*.Evil.example.org', 'domain name:evil.example.org'],
    ['||evil.example.org^$third-party', 'domain name:evil.example.org'],
    ['evil.example.org:8080', 'domain name:evil.example.org'],
    ['A@Evil.example.org', 'mail mail:a@evil.example.org'],
    ['D41D8CD98F00B204E9800998ECF8427E', 'hash hash:d41d8cd98f00b204e9800998ecf8427e'],
  ])('%s is %s', (value, expected) => {
    expect(keysOf(value)).toEqual([expected])
  })

  it.each([
    '',
    'org',
    '0.0.0.0/0',
    '10.0.0.0/7',
    '::/3',
    'a b',
    'x'.repeat(9_000),
    'hello',
    '1.2.3',
  ])('%j is none', (value) => {
    expect(keysOf(value)).toEqual([])
  })

  it('is found by every spelling of the same address', () => {
    const [entry] = entriesOf({ value: 'hxxps://Evil[.]example.org:443/a/?b=1' })
    for (const data of ['https://evil.example.org/a/?b=1', 'http://evil.example.org/a/?b=1#top'])
      expect(soughtKeys({ dataType: 'url', data }, [])).toContain(entry?.key)
    const [address] = entriesOf({ value: '2001:db8::1' })
    const data = '2001:0db8:0:0::0001'
    expect(soughtKeys({ dataType: 'ip', data }, [])).toContain(address?.key)
  })

  it('finds a network by the length that the feed has', () => {
    const [entry] = entriesOf({ value: '198.51.100.0/22' })
    const prefix = entry && prefixOf(entry)
    expect(prefix).toBe('4/22')
    const keys = soughtKeys({ dataType: 'ip', data: '198.51.101.200' }, [prefix ?? ''])
    expect(keys).toContain(entry?.key)
  })

  it('takes any text, and every entry of a value is found by looking for that value', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), webAddress, fc.ipV4(), fc.ipV6(), fc.domain(), fc.emailAddress()),
        (value) => {
          for (const { kind, key, value: shown } of entriesOf({ value })) {
            const dataType = kind === 'host' ? 'url' : kind
            if (kind !== 'host' && kind !== 'network')
              expect(soughtKeys({ dataType, data: shown }, [])).toContain(key)
          }
        },
      ),
    )
  })
})

describe('tables of threat feeds', () => {
  it('are split at the separator outside of quotes', () => {
    expect(cellsOf('"a, b", "say ""no""",c , ')).toEqual(['a, b', 'say "no"', 'c', ''])
    expect(cellsOf('"a;b";c')).toEqual(['a;b', 'c'])
    expect(cellsOf('"never closed')).toBeUndefined()
  })

  it('need no names of columns', () => {
    const read = makeCsvReader()
    expect(read('2024-01-01,evil.example.org,Loader')).toEqual([
      { value: 'evil.example.org', threat: '2024-01-01, Loader' },
    ])
    expect(read('nothing,here')).toEqual(['bad'])
  })

  it('are distinguished from plain lists', () => {
    expect(looksLikeCsv(['# urls', 'http://a.example/x,y'])).toBe(false)
    expect(looksLikeCsv(['# id,dateadded,url'])).toBe(true)
    expect(looksLikeCsv(['sha256,first_seen'])).toBe(true)
    expect(looksLikeCsv(['1.2.3.4, a note'])).toBe(false)
  })

  it('of any content are read', () => {
    const read = makeCsvReader()
    fc.assert(
      fc.property(fc.string(), (line) => {
        read(line)
        readPlainLine(line)
      }),
    )
  })
})

describe('documents of threat feeds', () => {
  it('are cut into objects, however they arrive', () => {
    const object = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.object()))
    fc.assert(
      fc.property(
        fc.array(object, { maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        (objects, step) => {
          const text = JSON.stringify({ type: 'bundle', objects })
          const reader = makeObjectReader()
          const found: unknown[] = []
          for (let at = 0; at < text.length; at += step)
            found.push(...reader.add(text.slice(at, at + step)))
          expect(reader.isComplete()).toBe(true)
          expect(found).toEqual(JSON.parse(text).objects)
        },
      ),
    )
  })

  it('of any shape are read', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, pattern) => {
        for (const _ of readMispDocument(value));
        for (const _ of readMispDocument({ Event: { Attribute: value, Object: value } }));
        readStixObject(value, 0)
        readStixObject({ type: 'indicator', pattern, labels: value, name: value }, 0)
      }),
    )
  })
})
