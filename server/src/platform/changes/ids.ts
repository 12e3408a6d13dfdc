import { randomInt } from 'node:crypto'
import { entityId } from '../../domain/response/entity-id.ts'

const idsOfOneMoment = 2 ** 26

// One count for all rows of this process, from a random place on: those of one moment never get the same id, and
// those of several processes hardly ever.
let next = randomInt(idsOfOneMoment)

export function newId(now: number): string {
  next = (next + 1) % idsOfOneMoment
  return entityId(now, next)
}

export const idMaker = (now: number) => () => newId(now)
