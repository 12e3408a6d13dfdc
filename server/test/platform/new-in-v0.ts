import { expect } from 'vitest'

interface Platform {
  readonly clock: { now(): number }
}

/** What version 0 says of all that alan has just made. */
export const newInV0 = (app: Platform, { _id }: { readonly _id: string }) => ({
  _id: expect.stringMatching(/^~\d+$/),
  id: _id,
  createdBy: 'alan',
  createdAt: app.clock.now(),
  updatedBy: null,
  updatedAt: null,
})
