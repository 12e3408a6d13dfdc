/** What the verdicts promise; `npm run truth` ends with 1, and `server/test/truth.test.ts` fails, beyond them. */
export const limits = {
  /** Of benign inputs, the share that is flagged. */
  flagged: 0.01,
  /** Of samples, the share that is flagged with a fitting reason. */
  found: 0.95,
  /** Inputs of which a part was not examined, and that end with "nothing found". */
  gaps: 0,
} as const

/** What the corpus must have at least. */
export const leastCorpus = { benign: 600, samples: 300 } as const
