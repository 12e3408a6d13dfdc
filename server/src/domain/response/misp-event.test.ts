import { describe, expect, it } from 'vitest'
import { maxMispAttributes, caseOfEvent as read } from './misp-event.ts'

const caseOfEvent = (json: unknown) => read(json, () => true)

const event = {
  uuid: '5d5ed2b0-2b7e-4f0c-9d6c-6f0d6a6a3b1e',
  info: 'Phishing against the bank',
  date: '2026-03-01',
  threat_level_id: '1',
  Orgc: { name: 'CERT' },
  Tag: [{ name: 'tlp:green' }, { name: 'tlp:amber+strict' }, { name: 'phishing' }],
  Attribute: [
    { type: 'ip-dst', value: '192.0.2.1', to_ids: true, comment: 'C2', Tag: [{ name: 'c2' }] },
    { type: 'domain|ip', value: 'a.example|192.0.2.2', to_ids: '0' },
  ],
  Object: [{ name: 'file', Attribute: [{ type: 'sha256', value: 'ab'.repeat(32) }] }],
}

describe('an event of MISP', () => {
  it('becomes a case with the attributes of it and its objects', () => {
    expect(caseOfEvent({ Event: event })).toEqual({
      title: 'Phishing against the bank',
      description: 'MISP event 5d5ed2b0-2b7e-4f0c-9d6c-6f0d6a6a3b1e, CERT',
      severity: 3,
      tlp: 2,
      startDate: Date.UTC(2026, 2, 1),
      tags: ['tlp:green', 'tlp:amber+strict', 'phishing'],
      observables: [
        { dataType: 'ip', data: '192.0.2.1', message: 'C2', ioc: true, tags: ['c2'] },
        { dataType: 'domain', data: 'a.example', ioc: false, tags: [] },
        { dataType: 'ip', data: '192.0.2.2', ioc: false, tags: [] },
        { dataType: 'hash', data: 'ab'.repeat(32), ioc: false, tags: [] },
      ],
    })
  })

  it.each([
    ['alone', event],
    ['in a list', [{ Event: event }]],
    ['in a response', { response: [{ Event: event }] }],
  ])('is read %s', (_, json) => {
    expect(caseOfEvent(json).title).toBe(event.info)
  })

  it('says which attributes are no observables', () => {
    const Attribute = [
      ...['attachment', 'attachment', 'x509-fingerprint-sha1'].map((type) => ({
        type,
        value: 'x',
      })),
      { type: 'ip-src', value: '' },
      { value: 'y' },
    ]
    expect(caseOfEvent({ ...event, Attribute, Object: [] })).toMatchObject({
      observables: [],
      description: expect.stringContaining(
        'no observables: attachment (2), x509-fingerprint-sha1 (1), ip-src (1), no type (1)',
      ),
    })
  })

  it('says the same of types that the organization does not have', () => {
    const made = read(event, (dataType) => dataType !== 'hash')
    expect(made.observables).toHaveLength(3)
    expect(made.description).toContain('no observables: sha256 (1)')
  })

  it.each([
    ['the least', { info: 'Less' }, { severity: 2, tags: [], observables: [] }],
    ['an unknown level', { info: 'Less', threat_level_id: 9 }, { severity: 2 }],
    ['a date that is none', { info: 'Less', date: 'soon' }, { title: 'Less' }],
    ['lists that are none', { info: 'Less', Tag: 'x', Attribute: {}, Object: [1, null] }, {}],
  ])('may have %s', (_, json, expected) => {
    const made = caseOfEvent(json)
    expect(made).toMatchObject(expected)
    expect(made.startDate).toBeUndefined()
  })

  it.each([[{}], [[]], [null], ['text'], [{ Event: { info: ' ' } }], [{ response: [] }]])(
    'is not %j',
    (json) => {
      expect(() => caseOfEvent(json)).toThrow('Could not convert json to MISP event')
    },
  )

  it('has a limit', () => {
    const Attribute = Array.from({ length: maxMispAttributes + 1 }, () => ({}))
    expect(() => caseOfEvent({ info: 'Many', Attribute })).toThrow('at most 10000 are imported')
  })
})
