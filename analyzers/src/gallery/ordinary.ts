/** The benign twin of a sample: an ordinary file that must not be flagged. */
export interface Ordinary {
  readonly filename: string
  readonly content: Buffer
}
