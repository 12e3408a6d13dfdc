import type { GuardedResponse } from '@assay/contract'
import { expect, it } from 'vitest'
import { canUndo, countdown, needOf, needsYou, stepsOf } from './words.ts'

const response = (more: Partial<GuardedResponse> = {}) =>
  ({
    state: 'asked',
    needsApproval: true,
    undoneBy: 'w2',
    undoState: null,
    resolvedAt: null,
    decidedAt: null,
    canDecide: false,
    ...more,
  }) as GuardedResponse

const steps = (more: Partial<GuardedResponse>) =>
  stepsOf(response(more))
    .map(({ step, progress }) => `${step} ${progress}`)
    .join(', ')

it('an approval waits only for users who may decide', () => {
  expect(needOf(response({ canDecide: true }))).toBe('decide')
  expect(needOf(response())).toBeUndefined()
})

it('a failed undo and an unknown outcome stay until a user says what became of them', () => {
  const failed = response({ state: 'done', undoState: 'failed' })
  expect(needOf(failed)).toBe('undoFailed')
  expect(needOf({ ...failed, resolvedAt: 1 })).toBeUndefined()
  expect(needOf(response({ state: 'unknown' }))).toBe('unknown')
  expect(needOf(response({ state: 'unknown', resolvedAt: 1 }))).toBeUndefined()
})

it('what a superadmin must resume is not among what waits for an analyst', () => {
  const paused = response({ state: 'done', undoState: 'paused' })
  expect(needOf(paused)).toBe('paused')
  expect(needsYou([paused, response({ canDecide: true })])).toHaveLength(1)
})

it.each<[Partial<GuardedResponse>, string]>([
  [{}, 'ask done, approval now, run next, undo next'],
  [{ state: 'expired' }, 'ask done, approval stopped, run next, undo next'],
  [{ state: 'void', decidedAt: 5 }, 'ask done, approval done, run stopped, undo next'],
  [{ state: 'running' }, 'ask done, approval done, run now, undo next'],
  [{ state: 'done', undoState: 'planned' }, 'ask done, approval done, run done, undo now'],
  [{ state: 'done', undoState: 'failed' }, 'ask done, approval done, run done, undo stopped'],
  [{ state: 'undone', undoState: 'done' }, 'ask done, approval done, run done, undo done'],
  [{ state: 'done', needsApproval: false, undoneBy: null }, 'ask done, run done'],
])('the way of a response with %j: %s', (more, expected) => {
  expect(steps(more)).toBe(expected)
})

it('only what was done, and has a responder that undoes it, can be undone', () => {
  expect(canUndo(response({ state: 'done' }))).toBe(true)
  expect(canUndo(response({ state: 'done', undoneBy: null }))).toBe(false)
  expect(canUndo(response({ state: 'done', undoState: 'running' }))).toBe(false)
  expect(canUndo(response({ state: 'undone' }))).toBe(false)
})

it('the time that is left counts down to zero', () => {
  expect(countdown(86_400_000 - 2_032_000, 0)).toBe('23:26:08')
  expect(countdown(0, 5_000)).toBe('00:00:00')
})
