import { typeName } from '../model/type-name.ts'

/** The type of the value next to it. */
export const TypeChip = ({ type }: { type: string }) => (
  <span className="type-chip" title={type}>
    {typeName(type)}
  </span>
)
