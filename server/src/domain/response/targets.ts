import type { Namespace } from '@assay/contract'
import { type AppError, badRequest } from '../errors.ts'

/** What responders can be run on: its name in requests, and its name in answers. */
export const targetLabels = {
  case: 'Case',
  case_task: 'Task',
  case_task_log: 'Log',
  case_artifact: 'Observable',
  alert: 'Alert',
} as const

export type TargetType = keyof typeof targetLabels
export type TargetLabel = (typeof targetLabels)[TargetType]

/** Types that exist and cannot be targets are named by their label in the refusal. */
const otherLabels: Record<string, string> = { case_artifact_job: 'Job', action: 'Action' }

export function readTargetType(objectType: string): TargetType | AppError {
  if (Object.hasOwn(targetLabels, objectType)) return objectType as TargetType
  const shown = Object.hasOwn(otherLabels, objectType) ? otherLabels[objectType] : objectType
  return badRequest(`objectType ${shown} is not recognised`)
}

/** Namespace `engine` runs responders on observables of cases, and on nothing else. */
export function runProblem(namespace: Namespace, type: TargetType): AppError | undefined {
  return namespace === 'engine' && type !== 'case_artifact'
    ? badRequest('objectType must be case_artifact')
    : undefined
}

/** `thehive:case_artifact`; `platform` is the setting `platform.name`. */
export const targetDataType = (platform: string, type: TargetType) => `${platform}:${type}`

/** Engines compare in their own way, and the public catalog spells both ways. */
export const takesDataType = (types: readonly string[], wanted: string) =>
  types.some((type) => type.toLowerCase() === wanted.toLowerCase())

const types = Object.keys(targetLabels) as TargetType[]

/** The name in requests of what answers call by its label. */
export function targetTypeOf(label: TargetLabel): TargetType {
  const found = types.find((type) => targetLabels[type] === label)
  if (!found) throw new Error(`Unknown target ${label}`)
  return found
}
