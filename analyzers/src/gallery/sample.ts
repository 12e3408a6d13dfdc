import type { CatalogueId } from '../kit/index.ts'

/** A harmless file that looks like an attack: all addresses in it cannot exist. */
export interface Sample {
  readonly filename: string
  /** What it shows, in a few words. */
  readonly shows: string
  readonly content: Buffer
  /** Which finding it must produce. */
  readonly finding: CatalogueId
}

export const sample = (
  filename: string,
  shows: string,
  finding: CatalogueId,
  content: Buffer | string,
): Sample => ({
  filename,
  shows,
  finding,
  content: typeof content === 'string' ? Buffer.from(content) : content,
})

/** Joined only here, so no source file contains the words that virus scanners look for. */
export const word = (...parts: string[]): string => parts.join('')

/** An ordinary file that has something in common with a sample, and must not be flagged. */
export interface Twin {
  readonly filename: string
  readonly shows: string
  readonly content: Buffer
}

export const twin = (filename: string, shows: string, content: Buffer | string): Twin => ({
  filename,
  shows,
  content: typeof content === 'string' ? Buffer.from(content) : content,
})
