import type { Entity } from './query-entities.ts'

/** Every name by which a filter calls a relative: that of the wire, and those that people try. */
const names: Readonly<Record<string, Entity>> = {
  case: 'case',
  alert: 'alert',
  case_task: 'task',
  task: 'task',
  case_task_log: 'log',
  task_log: 'log',
  log: 'log',
  case_artifact: 'observable',
  alert_artifact: 'observable',
  artifact: 'observable',
  observable: 'observable',
  case_artifact_job: 'job',
  artifact_job: 'job',
  job: 'job',
}

export const entityNamed = (name: string): Entity | undefined => {
  const key = name.charAt(0).toLowerCase() + name.slice(1)
  return Object.hasOwn(names, key) ? names[key] : undefined
}

/** The one of these that is meant: by its own name, or by an alias. */
export const relativeAmong = (known: readonly string[], asked: string): string | undefined => {
  if (known.includes(asked)) return asked
  const entity = entityNamed(asked)
  return entity && known.find((name) => entityNamed(name) === entity)
}
