import { expect, it } from 'vitest'
import { draftFor } from './analyze-observables.ts'

it('hands values over under the strictest TLP among them, without the files', () => {
  const observables = [
    { dataType: 'ip', data: '192.0.2.1', tlp: 1 },
    { dataType: 'domain', data: 'evil.example', tlp: 3 },
    { dataType: 'file', tlp: 2 },
  ]
  expect(draftFor(observables, 2)).toEqual({
    observables: [
      { dataType: 'ip', data: '192.0.2.1' },
      { dataType: 'domain', data: 'evil.example' },
    ],
    tlp: 3,
    pap: 2,
  })
})
