/** What clocks measure: until a person works on a case, and until it is closed. */
export const clockKinds = ['acknowledge', 'resolve'] as const
export type ClockKind = (typeof clockKinds)[number]

/** Percentage of the time after which a case is due soon. */
export const defaultWarnAt = 80
