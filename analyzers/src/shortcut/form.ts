import type { Finding } from '../kit/index.ts'

/** Small files by which Windows or a desktop starts something, or signs in somewhere. */
export interface OtherForm {
  readonly form: string
  /** Its target or command. */
  readonly target: string
  readonly findings: readonly Finding[]
}
