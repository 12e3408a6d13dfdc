import { defang, type RelationNode, type ValueRelations, type VerdictLevel } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { relationKind } from '../../base/model/relation-kind.ts'
import { text } from '../../base/texts/index.ts'

/** Harmless, and every sign of it to be seen. */
export const shownNode = ({ dataType, data, filename, hash }: RelationNode): string =>
  data === undefined ? defangText(filename ?? hash ?? '') : defangText(defang(dataType, data))

/** Its end distinguishes URLs of one host, its beginning everything else. */
export function shortValue(node: RelationNode, length: number): string {
  const shown = shownNode(node)
  if (shown.length <= length) return shown
  return node.dataType === 'url' ? `…${shown.slice(1 - length)}` : `${shown.slice(0, length - 1)}…`
}

export const levelWord = (level: VerdictLevel | null): string =>
  text(level === null ? 'verdict.unasked' : `verdict.${level}`)

/** What the node is to the adjacent node that is nearest to the value. */
export function kindOf({ center, edges }: ValueRelations, { key }: RelationNode): string {
  const own = edges.filter(({ from, to }) => from === key || to === key)
  const near = own.find(({ from, to }) => from === center || to === center) ?? own[0]
  return relationKind(near?.kind ?? '')
}
