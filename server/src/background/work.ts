import type { Share } from '../domain/shares.ts'

/** Kinds of work that no request waits for. */
export const workNames = [
  'deliveries',
  'outbox',
  'channels',
  'audit',
  'feeds',
  'rechecks',
  'rules',
  'rule-steps',
  'follow-ups',
  'starts',
  'tracking',
  'mailboxes',
  'mails',
  'clocks',
  'misp',
  'retention',
  'sweeps',
] as const

export type WorkName = (typeof workNames)[number]

/** The owner of the operator's work: no organization has this name. */
export const operatorsTurn = ''

export interface Item {
  readonly organization: string
  /**
   * In addition to the share of its organization: an address, an engine, whatever was slow before.
   */
  readonly shares?: readonly Share[]
}

export type Outcome = 'done' | 'later' | 'failed'

export interface Limits {
  /** In this process. */
  readonly atOnce: number
  /** Fewer than all, so others find a slot. */
  readonly perOrganization: number
  /** For the whole of one item; then its signal is aborted with a `TimeoutError`. */
  readonly timeoutMs: number
  /** What may be started between two looks, where everything at once would be too much for others. */
  readonly perLook?: number
}

/** A walk from one organization to the next, in the order of their names. */
export interface Walk {
  readonly now: number
  /** Only those behind it. */
  readonly after: string | undefined
  /** Only those up to it, itself included. */
  readonly upTo: string | undefined
  readonly without: readonly string[]
  readonly limit: number
}

export interface Room {
  readonly count: number
  readonly now: number
  hasRoom(shares: readonly Share[]): boolean
  /** How many of this share run here. */
  held(of: string): number
}

export interface Due {
  readonly count: number
  /** When the one that waits the longest became due. */
  readonly oldest: number | undefined
}

export interface Work<T extends Item = Item> {
  readonly name: WorkName
  /** How often to look for what other processes wrote and for what became due. */
  readonly everyMs: number
  readonly limits: Limits
  /** Organizations of which something is due. One step each, however much is due. */
  organizations(walk: Walk): Promise<readonly string[]>
  /**
   * What this process does next of one organization, at most `room.count`. A lease in the
   * database, longer than the time limit, keeps other processes from claiming the same.
   */
  claim(organization: string, room: Room): Promise<readonly T[]>
  /** Ends soon after its signal is aborted. What it throws is logged and counts as failed. */
  run(item: T, signal: AbortSignal): Promise<Outcome>
  /** What waits in the whole cluster, for the metrics. */
  due?(now: number): Promise<Due>
}

/** Its time was over; otherwise a signal is aborted because the server stops. */
export const isOverdue = ({ reason }: AbortSignal): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
