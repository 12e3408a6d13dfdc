import type { Value } from './pdf-values.ts'

export interface PdfObject {
  readonly value: Value
  readonly stream: Buffer | undefined
}

export type Resolve = (value: Value) => PdfObject | undefined
