import type { Batches } from '../domain/rows.ts'
import { JsonParts, WithLists } from './json-stream.ts'

export class StoredText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A JSON text that is sent as it is: checked when it was stored, never parsed again. */
export const asStored = <T>(text: string): T => new StoredText(text) as T

export class RowsInBatches {
  readonly batches: Batches<unknown>
  constructor(batches: Batches<unknown>) {
    this.batches = batches
  }
}

/** A JSON array of any length, sent as it is read; of a list endpoint `Rows` are enough. */
export const asArray = <T>(batches: Batches<T>): T[] => new RowsInBatches(batches) as unknown as T[]

/** The same for a JSON text in parts. */
export const asParts = <T>(parts: AsyncGenerator<string | Uint8Array>): T =>
  new JsonParts(parts) as T

/** An object with attributes that are lists of any length; in a row, or as a whole answer. */
export const withLists = <T>(
  head: object,
  lists: Readonly<Partial<Record<keyof T & string, Batches<unknown>>>>,
): T => new WithLists(head, lists as Readonly<Record<string, Batches<unknown>>>) as T
