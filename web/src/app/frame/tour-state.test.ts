import { expect, it } from 'vitest'
import { readTour } from './tour-state.ts'

it('begins at its first step, and continues where it was left', () => {
  expect(readTour(null, 6)).toEqual({ step: 0, isAway: false })
  expect(readTour('{"step":3,"isAway":true}', 6)).toEqual({ step: 3, isAway: true })
})

it.each(['{"step":6}', '{"step":-1}', '{"step":"2"}', 'null', 'no JSON'])(
  'takes %s for its beginning',
  (kept) => {
    expect(readTour(kept, 6)).toEqual({ step: 0, isAway: false })
  },
)
