import type { CaseTemplateV1 } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { fieldKey, newTask, templateErrors, templateInput, valuesOf } from './template-values.ts'

const template = {
  _id: '~1',
  name: 'phishing',
  displayName: 'Phishing',
  severity: 2,
  tlp: 0,
  tags: ['mail', 'user'],
  flag: false,
  tasks: [{ title: 'Block', group: 'Response', owner: 'ana', order: 3 }],
  customFields: [
    { name: 'count', type: 'integer', value: 3, order: 1 },
    { name: 'seen', type: 'date', value: Date.UTC(2026, 10, 15), order: 0 },
  ],
} as unknown as CaseTemplateV1

describe('a case template', () => {
  it('comes back as it was, with what the form does not show', () => {
    const input = templateInput(valuesOf(template))
    expect(input).toMatchObject({ name: 'phishing', severity: 2, tlp: 0, pap: null, summary: null })
    expect(input.tasks).toEqual([
      { title: 'Block', group: 'Response', owner: 'ana', description: null, order: 0 },
    ])
    expect(input.customFields).toEqual([
      { name: 'seen', value: Date.UTC(2026, 10, 15), order: 0 },
      { name: 'count', value: 3, order: 1 },
    ])
  })

  it('takes each tag once, without the blanks around it', () => {
    expect(templateInput({ ...valuesOf(template), tags: ' a, b,,a ' }).tags).toEqual(['a', 'b'])
  })

  it('wants a name, a title for each task and values of the right type', () => {
    const untitled = newTask()
    const values = {
      ...valuesOf(undefined),
      tasks: [untitled],
      fields: [{ name: 'count', type: 'integer', value: 'many' }],
    }
    expect(Object.keys(templateErrors(values)).toSorted()).toEqual(
      [fieldKey('count'), 'name', untitled.key].toSorted(),
    )
  })

  it('lets a custom field start empty', () => {
    const fields = [{ name: 'count', type: 'integer', value: '' }]
    expect(templateErrors({ ...valuesOf(template), fields })).toEqual({})
    expect(templateInput({ ...valuesOf(template), fields }).customFields[0]?.value).toBeNull()
  })
})
