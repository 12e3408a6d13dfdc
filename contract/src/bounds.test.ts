import { expect, it } from 'vitest'
import { contract } from './index.ts'

interface Shape {
  readonly type?: string
  readonly maximum?: number
  readonly exclusiveMaximum?: number
  readonly properties?: Record<string, Shape>
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
}

/** Paths of numbers that may be as large as they like. */
const unbounded = (shape: Shape, path: string): string[] => [
  ...(/^(integer|number)$/.test(shape.type ?? '') &&
  shape.maximum === undefined &&
  shape.exclusiveMaximum === undefined
    ? [path]
    : []),
  ...(shape.anyOf ?? []).flatMap((one) => unbounded(one, path)),
  ...(shape.items ? unbounded(shape.items, `${path}[]`) : []),
  ...Object.entries(shape.properties ?? {}).flatMap(([name, one]) =>
    unbounded(one, `${path}.${name}`),
  ),
]

/** Checked by rules that say more, never compared by a database, or not used. */
const excepted = /\.(tlp|pap|nparent|value|options\[\])$/

it('every number that a caller may send is bounded: PostgreSQL fails beyond 64 bits', () => {
  const found = Object.entries(contract).flatMap(([name, { input }]) =>
    unbounded(input as Shape, name),
  )

  expect(found.filter((path) => !excepted.test(path))).toEqual([])
})
