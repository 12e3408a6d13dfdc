/** What a launcher reports about its zygotes. */
export interface WarmState {
  readonly zygotes: number
  readonly bytes: number
  /** Why no program can be kept warm on this machine, if so. */
  readonly reason?: string
  /** The last program that is started in the plain way all the same, and why. */
  readonly refused?: string
}

/** What `job.warmPython` came to on this machine. */
export interface WarmPythonState {
  readonly mode: 'auto' | 'off'
  /** Whether a program is kept loaded at this moment. */
  readonly active: boolean
  readonly programs: number
  readonly bytes: number
  readonly reason?: string
}
