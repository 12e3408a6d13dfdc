import type { Job } from '@assay/contract'
import { expect, it } from 'vitest'
import { valueAddress } from './value-address.ts'

const job = (changes: Partial<Record<keyof Job, unknown>>) =>
  ({ id: 'j1', type: 'analyzer', dataType: 'domain', data: 'a&b.example', ...changes }) as Job

it('leads from a job to the page of its value, with the report open', () => {
  expect(valueAddress(job({}))).toBe('/observables?type=domain&value=a%26b.example&report=j1')
})

it('keeps the part that an earlier address named, and that the report was cached', () => {
  const search = new URLSearchParams({ tab: 'artifacts', cached: '1' })

  expect(valueAddress(job({}), search)).toContain('&report=j1&part=found&cached=1')
})

it('names a file by its hash', () => {
  const attachment = { id: 'ab'.repeat(32), name: 'a.exe', size: 1 } as Job['attachment']

  expect(valueAddress(job({ dataType: 'file', data: undefined, attachment }))).toContain(
    `type=file&hash=${'ab'.repeat(32)}`,
  )
})

it('names a text that is too long for an address by its job', () => {
  expect(valueAddress(job({ data: 'x'.repeat(5_000) }))).toBe('/observables?job=j1&report=j1')
})

it('has none for a responder', () => {
  expect(valueAddress(job({ type: 'responder' }))).toBeUndefined()
})
