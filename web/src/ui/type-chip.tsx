import { typeName } from '../model/type-name.ts'

/** What kind of value stands beside it. */
export const TypeChip = ({ type }: { type: string }) => (
  <span className="type-chip" title={type}>
    {typeName(type)}
  </span>
)
