import type { CustomFieldV1 } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { loadTexts } from '../../../base/texts/index.ts'
import { fieldChange, fieldErrors, readOptions, valuesOf } from './field-values.ts'

await loadTexts(['administration'])

describe('options of a custom field', () => {
  it('are read one to a line, as the type of the field wants them', () => {
    expect(readOptions('string', ' a \n\n b')).toEqual({ options: ['a', 'b'] })
    expect(readOptions('integer', '1\n-2')).toEqual({ options: [1, -2] })
    expect(readOptions('float', '1.5')).toEqual({ options: [1.5] })
    expect(readOptions('boolean', 'true\nfalse')).toEqual({ options: [true, false] })
    expect(readOptions('date', '2026-11-15')).toEqual({ options: [Date.UTC(2026, 10, 15)] })
  })

  it('are refused when a line is not of the type', () => {
    expect(readOptions('integer', '1\n1.5')).toHaveProperty('error')
    expect(readOptions('date', 'soon')).toHaveProperty('error')
    expect(fieldErrors({ ...valuesOf(undefined), name: 'x', type: 'float', options: 'x' })).toEqual(
      {
        options: expect.stringContaining('x'),
      },
    )
  })

  it('come back as they were written', () => {
    const field = {
      name: 'seen',
      displayName: 'Seen',
      description: '',
      type: 'date',
      mandatory: true,
      options: [Date.UTC(2026, 10, 15)],
    } as unknown as CustomFieldV1
    expect(fieldChange(valuesOf(field)).options).toEqual(field.options)
  })
})
