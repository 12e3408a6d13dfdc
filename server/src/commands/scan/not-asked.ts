interface Enabled {
  readonly name: string
  readonly workerDefinitionId: string
  readonly dataTypeList: readonly string[]
}

interface Known {
  readonly id: string
  readonly name: string
  readonly dataTypeList: readonly string[]
}

/** A catalog may have hundreds. */
const maxNames = 20

/** Which analyzers of a server take the type and did not look, with the reason. */
export function notAsked(
  dataType: string,
  enabled: readonly Enabled[],
  catalogue: readonly Known[],
): string[] {
  const fitting = catalogue.filter(({ dataTypeList }) => dataTypeList.includes(dataType))
  const nameOf = new Map(fitting.map(({ id, name }) => [plainId(id), name]))
  const used = new Set(enabled.map(({ workerDefinitionId }) => plainId(workerDefinitionId)))
  const disabled = new Set([...nameOf].flatMap(([id, name]) => (used.has(id) ? [] : [name])))
  const restricted = enabled.filter(
    ({ workerDefinitionId, dataTypeList }) =>
      nameOf.has(plainId(workerDefinitionId)) && !dataTypeList.includes(dataType),
  )
  return [
    ...sentence([...disabled], 'not enabled on the server'),
    ...sentence(
      restricted.map(({ name }) => name),
      `not enabled for type ${dataType}`,
    ),
  ]
}

/** Without its version: another one of it looks as well. */
const plainId = (id: string) => id.replace(/(?:_\d+)+$/, '')

const isOurs = (name: string) => name.startsWith('Assay_')

function sentence(names: readonly string[], why: string): string[] {
  if (names.length === 0) return []
  const sorted = names.toSorted((a, b) => Number(isOurs(b)) - Number(isOurs(a)) || (a < b ? -1 : 1))
  const shown = sorted.slice(0, maxNames).map((name) => name.replace(/^Assay_/, ''))
  const more = names.length - shown.length
  const all = more > 0 ? [...shown, `${more} more`] : shown
  const list = all.length === 1 ? all.join() : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
  return [`${list} (${why})`]
}
