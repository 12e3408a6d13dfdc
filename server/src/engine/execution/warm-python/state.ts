/** What a launcher tells about its zygotes. */
export interface WarmState {
  readonly zygotes: number
  readonly bytes: number
  /** Why no program can be kept warm on this machine, if so. */
  readonly reason?: string
}
