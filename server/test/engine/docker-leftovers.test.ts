import { describe, expect, it } from 'vitest'
import { isLeft } from '../../src/engine/runners/docker/runner.ts'
import { ownProcess } from '../../src/engine/runners/owner.ts'

const hour = 3_600_000
const of = (owner: string | undefined, createdAt = 0) => ({
  labels: owner === undefined ? {} : { 'assay.owner': owner },
  createdAt,
})

describe('containers found at a start', () => {
  it.each([
    ['of a process that is gone', of(ownProcess().replace(/\/\d+\/\d*\./, '/4194304/1.'))],
    ['of a version that named no owner', of(undefined)],
    ['of another machine, a day old', of('elsewhere/1/1.', -24 * hour - 1)],
  ])('are removed: %s', (_what, container) => {
    expect(isLeft(container, 0)).toBe(true)
  })

  it.each([
    ['of this very process', of(ownProcess())],
    ['of another node that shares the engine', of('elsewhere/1/1.', -hour)],
  ])('are left alone: %s', (_what, container) => {
    expect(isLeft(container, 0)).toBe(false)
  })
})
