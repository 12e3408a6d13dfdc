import { describe, expect, it } from 'vitest'
import { meaningOf } from './scalars.ts'

const kindOf = (key: string, value: unknown) => meaningOf(key, value).kind

describe('a number', () => {
  it.each([
    ['first_seen', 1_700_000_000, 1_700_000_000_000],
    ['createdAt', 1_700_000_000_000, 1_700_000_000_000],
    ['last_analysis_date', 1_700_000_000, 1_700_000_000_000],
  ])('under %s is a moment', (key, value, at) => {
    expect(meaningOf(key, value)).toEqual({ kind: 'date', at })
  })

  it.each([
    ['number', 1_700_000_000],
    ['date', 12],
    ['format', 1_700_000_000],
  ])('under %s stays a number when nothing says otherwise (%i)', (key, value) => {
    expect(kindOf(key, value)).toBe('number')
  })

  it('under a name for sizes is a size', () => {
    expect(kindOf('size', 339)).toBe('size')
    expect(kindOf('file_size', 339)).toBe('size')
    expect(kindOf('blockSize', 4096)).toBe('size')
    expect(kindOf('size', -1)).toBe('number')
  })
})

describe('a text', () => {
  it.each([
    ['2026-01-15T12:00:00.000Z', Date.UTC(2026, 0, 15, 12)],
    ['2026-01-15 12:00:00 UTC', Date.UTC(2026, 0, 15, 12)],
    ['2026-01-15T12:00:00+02:00', Date.UTC(2026, 0, 15, 10)],
  ])('%s is a moment', (value, at) => {
    expect(meaningOf('x', value)).toEqual({ kind: 'date', at })
  })

  it('without a zone is not taken for a moment: it is unknown which one', () => {
    expect(kindOf('x', '2026-01-15 12:00:00')).toBe('text')
    expect(kindOf('x', '2026-99-99T12:00:00Z')).toBe('text')
  })

  it.each([
    ['198.51.100.7', 'ip'],
    ['evil.example', 'domain'],
    ['https://evil.example/a', 'url'],
    ['bob@evil.example', 'mail'],
    ['44d88612fea8a8f36de82e1278abb02f', 'hash'],
  ])('%s is an observable', (value, dataType) => {
    expect(meaningOf('x', value)).toEqual({ kind: 'observable', dataType, value })
  })

  it.each(['malicious.generic', 'KERNEL32.dll', '1.2.3', 'javascript:alert(1)'])(
    '%s is just a text',
    (value) => {
      expect(kindOf('x', value)).toBe('text')
    },
  )

  it('is an image only when it is one of the harmless kinds itself', () => {
    expect(meaningOf('x', 'data:image/png;base64,AAAA')).toMatchObject({ kind: 'image', bytes: 3 })
    expect(kindOf('x', 'data:image/svg+xml;base64,AAAA')).toBe('text')
    expect(kindOf('x', 'data:image/png;base64,AAAA" onerror="x')).toBe('text')
    expect(kindOf('image', 'https://outside.example/c.png')).toBe('observable')
  })

  it('is nothing when it is blank, and long when it has lines', () => {
    expect(kindOf('x', '  ')).toBe('nothing')
    expect(meaningOf('x', 'a\nb')).toMatchObject({ kind: 'text', isLong: true })
  })
})
