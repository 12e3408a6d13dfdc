import { describe, expect, it } from 'vitest'
import { type AuditMessage, auditJson, framed, maxSyslogBytes, syslogMessage } from './message.ts'

const entry = (values: Partial<AuditMessage> = {}): AuditMessage => ({
  ...{ id: 7, stream: 'abc', at: Date.UTC(2026, 0, 15, 12), actor: 'ada', organization: 'alpha' },
  ...{ action: 'user.create', objectType: 'user', objectId: 'eve', details: '{"name":"Eve"}' },
  ...{ address: '192.0.2.1', requestId: 'r-1' },
  ...values,
})

const parse = (text: string) => JSON.parse(text) as Record<string, unknown>

describe('an entry of the audit trail as a message', () => {
  it('is one JSON object with a time that every receiver reads', () => {
    expect(parse(auditJson(entry(), maxSyslogBytes))).toEqual({
      ...{ id: 7, stream: 'abc', at: '2026-01-15T12:00:00.000Z', actor: 'ada' },
      ...{ organization: 'alpha', action: 'user.create', objectType: 'user', objectId: 'eve' },
      ...{ details: { name: 'Eve' }, address: '192.0.2.1', requestId: 'r-1' },
    })
  })

  it('is printable ASCII in one line, whatever a login or a detail contains', () => {
    const actor = 'é\n\u2028"\u0000😀\u007f'
    const text = syslogMessage(entry({ actor, action: 'a b\n<1>' }), 'host é\n', 12)
    expect(text).toMatch(/^[\x20-\x7e]+$/)
    expect(text).toMatch(/^<110>1 2026-01-15T12:00:00\.000Z host assay 12 ab<1> - \{/)
    expect(parse(text.slice(text.indexOf('{')))).toMatchObject({ actor })
  })

  it('is framed by its length in bytes', () => {
    const text = syslogMessage(entry({ actor: 'é' }), '', 1)
    expect(framed(text)).toBe(`${Buffer.byteLength(text)} ${text}`)
    expect(text).toContain(' - assay 1 user.create - ')
  })

  it('loses long texts of its details first, and says so', () => {
    const details = JSON.stringify({ name: 'Eve', description: 'é'.repeat(5_000), n: 1 })
    const shown = parse(auditJson(entry({ details }), maxSyslogBytes))
    expect(shown.cut).toEqual(['details'])
    expect(shown.details).toMatchObject({ name: 'Eve', n: 1 })
    expect((shown.details as { description: string }).description).toMatch(/^é+\.\.\.$/)
  })

  it('loses its details where they have too many members', () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`key-${n}`, n]))
    const shown = parse(auditJson(entry({ details: JSON.stringify(many) }), maxSyslogBytes))
    expect(shown).toMatchObject({ details: {}, cut: ['details'], actor: 'ada' })
  })

  it.each([
    ['every text is endless', '\u0001'.repeat(100_000)],
    ['every text is of characters outside of the first plane', '😀'.repeat(100_000)],
    ['details are no JSON', '{'.repeat(100_000)],
  ])('is never longer than 8 KiB, also where %s', (_case, text) => {
    const long = entry({
      ...{ actor: text, organization: text, action: text, objectType: text, objectId: text },
      ...{ details: text, address: text, requestId: text },
    })
    const message = syslogMessage(long, text, 4_194_304)
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(maxSyslogBytes)
    expect(parse(message.slice(message.indexOf(' - {"') + 3)).cut).toContain('objectId')
  })
})
