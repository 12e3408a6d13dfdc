import { defang } from '@assay/contract'
import { defangText } from './defang.ts'
import { asText } from './levels.ts'
import { fileSize } from './times.ts'

/** What jobs, artifacts and observables of cases have in common. */
export interface Observed {
  readonly dataType: string
  readonly data?: unknown
  readonly attachment?:
    | { readonly id?: string; readonly name: string; readonly size: number }
    | undefined
}

/** The value as it was sent: a text, the name of a file, or the JSON that a responder got. */
export function plainValue({ data, attachment }: Observed): string {
  if (attachment) return attachment.name
  return typeof data === 'object' && data !== null ? JSON.stringify(data) : asText(data)
}

/** For the eye: nothing in it is a link any more, and nothing in it is hidden. */
export function shownValue(observed: Observed): string {
  const value = plainValue(observed)
  return observed.attachment
    ? `${defangText(value)} (${fileSize(observed.attachment.size)})`
    : defangText(defang(observed.dataType, value))
}

/** `mail_subject` and `mail-subject` are both in the catalog and mean the same. */
export const sameType = (one: string, other: string) =>
  one.replaceAll('_', '-') === other.replaceAll('_', '-')
