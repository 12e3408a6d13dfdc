import type { TaskStatus } from '@assay/contract/entities'
import type { DemoLogin } from './users.ts'

export type Person = Exclude<DemoLogin, 'root' | 'reader'>

export interface AlertStory {
  readonly daysAgo: number
  readonly title: string
  readonly source: string
  readonly type: string
  readonly severity: number
  readonly tlp?: number
  readonly tags: readonly string[]
  readonly unit: string
  readonly hosts: number
  /** Values, or names of files, of `observables.ts`. */
  readonly observables: readonly string[]
  /** Nothing: it is new. A number: it became, or joined, that case. */
  readonly fate?: 'ignored' | number
}

export interface TaskStory {
  readonly title: string
  readonly group: string
  readonly status: TaskStatus
  readonly assignee?: Person
  readonly dueInDays?: number
  readonly logs?: readonly string[]
}

export interface ActionStory {
  readonly responder: 'Assay_Tag' | 'Assay_Feed' | 'Assay_SendMail' | 'Assay_Webhook'
  /** A value of the case, or the case itself. */
  readonly on: string
  /** Analyzers that would have to contact a service. */
  readonly failure?: string
}

export interface CommentStory {
  readonly by: Person
  /** After the case was opened. */
  readonly hours: number
  readonly message: string
}

export interface TechniqueStory {
  /** Its number in ATT&CK. */
  readonly technique: string
  readonly tactic: string
  readonly hours: number
  readonly description: string
}

export interface CaseStory {
  readonly title: string
  readonly description: string
  readonly daysAgo: number
  readonly severity: number
  readonly flag?: true
  readonly tags: readonly string[]
  readonly assignee: Person
  readonly tasks: readonly TaskStory[]
  /** In addition to what comes from alerts. */
  readonly observables: readonly string[]
  readonly iocs: readonly string[]
  readonly actions: readonly ActionStory[]
  readonly comments?: readonly CommentStory[]
  readonly techniques?: readonly TechniqueStory[]
  readonly resolved?: {
    readonly daysAgo: number
    readonly resolutionStatus: string
    readonly impactStatus: string
    readonly summary: string
  }
}

/** Addresses that are met in more than one story. */
export const gate = 'http://203.0.113.66/gate'
export const parcelPage = 'https://parcel-redelivery.test/track?id=40912'
export const kit = 'http://198.51.100.23/login.php?x=1'
export const shell = 'http://198.51.100.140/wp-content/update.php'

/** The first task of nearly every case. */
export const triage = (assignee: Person, status: TaskStatus = 'Completed', logs: string[] = []) =>
  ({ title: 'Triage the alert', group: 'Triage', status, assignee, logs }) as const
