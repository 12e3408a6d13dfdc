import { expect, it } from 'vitest'
import { movesOf } from './verdict.ts'
import { newlyWorse } from './worse.ts'

const hour = 3_600_000
const step = (at: number, rank: number) => ({ at, rank, jobId: `j${at}` })
const worse = (steps: [number, number][], known: number | null = null) =>
  newlyWorse(movesOf([steps.map(([at, rank]) => step(at, rank))]), known)

it.each([
  ['nothing was said', [], null, undefined],
  ['it is the first verdict', [[hour, 3]], null, undefined],
  [
    'safe became malicious',
    [
      [0, 1],
      [hour, 3],
    ],
    null,
    hour,
  ],
  [
    'no verdict became suspicious',
    [
      [0, 0],
      [hour, 2],
    ],
    null,
    hour,
  ],
  [
    'it became safe',
    [
      [0, 0],
      [hour, 1],
    ],
    null,
    undefined,
  ],
  [
    'it became better',
    [
      [0, 3],
      [hour, 2],
    ],
    null,
    undefined,
  ],
  [
    'the analyzers answered together',
    [
      [0, 0],
      [60_000, 3],
    ],
    null,
    undefined,
  ],
  [
    'it is known already',
    [
      [0, 1],
      [hour, 3],
    ],
    hour,
    undefined,
  ],
  [
    'an earlier change is known',
    [
      [0, 1],
      [hour, 2],
      [2 * hour, 3],
    ],
    hour,
    2 * hour,
  ],
] as const)('a verdict is newly worse, or not: %s', (_, steps, known, at) => {
  expect(
    worse(
      steps.map(([when, rank]) => [when, rank]),
      known,
    )?.at,
  ).toBe(at)
})
