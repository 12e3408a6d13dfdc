import { useMemo } from 'react'
import { analyzerName } from '../model/analyzer-name.ts'
import { itemLabel } from '../organization/configuration/labels.ts'
import type { Kind } from '../organization/kinds.ts'
import { useDefinitions } from '../organization/workers/use-workers.ts'
import { workerPath } from '../routing/settings-path.ts'
import { useRights } from '../session/rights.ts'
import { text } from '../texts/index.ts'
import { placeName, placesFor } from './places.ts'
import type { Entry } from './search.ts'

/** Everything that the search of the settings finds; what analyzers ask for is read when it is used. */
export function useEntries(isSearching: boolean): readonly Entry[] {
  const rights = useRights()
  const isAsked = isSearching && rights.administer
  const analyzers = useDefinitions('analyzer', isAsked)
  const responders = useDefinitions('responder', isAsked)
  return useMemo(() => {
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
      ...definitionEntries('analyzer', analyzers.data ?? []),
      ...definitionEntries('responder', responders.data ?? []),
    ]
  }, [rights, analyzers.data, responders.data])
}

type Definitions = NonNullable<ReturnType<typeof useDefinitions>['data']>

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
