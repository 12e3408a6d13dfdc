/** What is read of one mail; what lies beyond is named in its alert. */
export const mailLimits = {
  bytes: 25 * 1024 * 1024,
  attachments: 100,
  observables: 200,
  reported: 10,
  /** Characters of its text in the description of the alert. */
  shownText: 4_000,
  /** Of a follow-up, as a comment. */
  commentBytes: 16 * 1024,
  threadMb: 256,
  threadSeconds: 20,
} as const

/** Reports of the same mail join its alert for this long. */
export const joinsMs = 30 * 24 * 60 * 60_000
