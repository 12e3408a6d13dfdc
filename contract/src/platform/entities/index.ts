import { alert } from './alert.ts'
import { caseEntity } from './case.ts'
import { log } from './log.ts'
import { comment, customEvent, procedure } from './notes.ts'
import { observable } from './observable.ts'
import { task } from './task.ts'

export * from './alert.ts'
export * from './case.ts'
export * from './entity.ts'
export * from './log.ts'
export * from './notes.ts'
export * from './observable.ts'
export { type Changed, type Created, isSent, type ShownNames, shownSchema } from './schemas.ts'
export * from './task.ts'

/** By the names that queries have for them. */
export const declaredEntities = {
  alert,
  case: caseEntity,
  task,
  log,
  observable,
  comment,
  procedure,
  customEvent,
}
