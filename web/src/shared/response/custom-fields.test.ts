import { describe, expect, it } from 'vitest'
import { parsedField, shownField, typedField } from './custom-fields.ts'

describe('values of custom fields', () => {
  it('are sent in the type of the field', () => {
    expect(parsedField('integer', ' 42 ')).toBe(42)
    expect(parsedField('float', '1.5')).toBe(1.5)
    expect(parsedField('boolean', 'false')).toBe(false)
    expect(parsedField('string', 'a b')).toBe('a b')
  })

  it('are cleared by an empty input', () => {
    for (const type of ['string', 'integer', 'float', 'boolean', 'date']) {
      expect(parsedField(type, '')).toBeNull()
    }
  })

  it('are refused when they are of another type', () => {
    expect(parsedField('integer', '4.2')).toBeUndefined()
    expect(parsedField('float', 'many')).toBeUndefined()
    expect(parsedField('date', 'tomorrow')).toBeUndefined()
  })

  it('keep a moment through the input, to the minute', () => {
    const moment = Date.UTC(2026, 10, 14, 10, 41)
    expect(parsedField('date', typedField('date', moment))).toBe(moment)
  })

  it('show a dash where nothing was given', () => {
    expect(shownField({ type: 'string', value: null })).toBe('–')
    expect(shownField({ type: 'boolean', value: false })).toBe('no')
  })
})
