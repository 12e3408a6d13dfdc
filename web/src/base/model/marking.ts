/** TLP 2.0 and PAP by the numbers of the API; anything else is not marked at all. */
export const markings = ['CLEAR', 'GREEN', 'AMBER', 'RED'] as const
export type Marking = (typeof markings)[number]

export const markingOf = (value: unknown): Marking | undefined =>
  typeof value === 'number' ? markings[value] : undefined

/** Where nothing was chosen. */
export const defaultMarking = 2
