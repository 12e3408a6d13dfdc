/** The configured engine servers. */
export interface Engines {
  /** Names of those that an organization may use, in the order of the settings. */
  namesFor(organization: string): readonly string[]
}

export const makeEngines = (_deps: unknown): Engines => ({ namesFor: () => [] })
