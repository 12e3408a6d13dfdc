import { relationKinds } from '@assay/contract'
import { text } from '../texts/index.ts'
import { defangText } from './defang.ts'

/** The server's name for an unnamed relation. */
const foundIn = 'found in'

/** What a value is to another one; other analyzers may call it as they like. */
export function relationKind(kind: string): string {
  const known = ([foundIn, ...relationKinds] as const).find((one) => one === kind)
  return known ? text(`value.kind.${known}`) : defangText(kind)
}
