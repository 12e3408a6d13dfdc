import { describe, expect, it } from 'vitest'
import { alertOf, missingNames, newDraft } from './new-alert.ts'

const draft = newDraft('ana', Date.UTC(2026, 10, 14, 10, 41, 2, 7))

describe('a new alert', () => {
  it('has a reference that contains its time', () => {
    expect(draft.sourceRef).toBe('20261114T104102Z')
  })

  it('needs a title, and everything that names it', () => {
    expect(missingNames(draft)).toEqual(['title'])
    expect(missingNames({ ...draft, title: 'x', source: ' ' })).toEqual(['source'])
  })

  it('brings its observables along, under its own TLP', () => {
    const values = [{ dataType: 'ip', data: '192.0.2.1', likely: ['ip'], notes: [] }]
    const made = alertOf({ ...draft, title: 'x', tlp: 3, isIoc: true }, values)
    expect(made.observables).toEqual([{ dataType: 'ip', data: '192.0.2.1', ioc: true, tlp: 3 }])
    expect(made).not.toHaveProperty('isIoc')
  })
})
