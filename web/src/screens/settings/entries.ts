import type { WorkerDefinition } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { workerPath } from '../../base/routing/settings-path.ts'
import type { Rights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { itemLabel } from '../organization/configuration/labels.ts'
import type { Kind } from '../organization/kinds.ts'
import { placeName, placesFor } from './places.ts'
import type { Entry } from './search.ts'

type Definitions = readonly Pick<WorkerDefinition, 'id' | 'description' | 'configurationItems'>[]

/** Everything that can be set: pages, their fields, and what analyzers and responders ask for. */
export function settingsEntries(
  rights: Rights,
  analyzers: Definitions,
  responders: Definitions,
): readonly Entry[] {
  const pages = placesFor(rights).flatMap(({ id, fields = [] }): Entry[] => {
    const name = text(placeName(id))
    const to = `/settings/${id}`
    return [
      { label: name, where: '', to },
      ...fields.map(({ name: field, label }) => ({
        label: text(label),
        where: name,
        to: `${to}?field=${field}`,
      })),
    ]
  })
  return [
    ...pages,
    ...definitionEntries('analyzer', analyzers),
    ...definitionEntries('responder', responders),
  ]
}

function definitionEntries(kind: Kind, definitions: Definitions): Entry[] {
  const page = text(placeName(`${kind}s`))
  return definitions.flatMap((definition): Entry[] => {
    const name = analyzerName(definition.id)
    const to = workerPath(kind, definition.id)
    return [
      { label: name, where: page, to, words: `${definition.id} ${definition.description}` },
      ...definition.configurationItems.map((item) => ({
        label: itemLabel(item),
        where: `${page} › ${name}`,
        to: `${to}?${new URLSearchParams({ field: item.name })}`,
        words: `${item.name} ${item.description}`,
      })),
    ]
  })
}
