import { useMemo } from 'react'
import { useRights } from '../../base/session/rights.ts'
import { useDefinitions } from '../organization/workers/use-workers.ts'
import { settingsEntries } from './entries.ts'
import type { Entry } from './search.ts'

/** Everything that the search of the settings finds; what analyzers ask for is read when it is used. */
export function useEntries(isSearching: boolean): readonly Entry[] {
  const rights = useRights()
  const isAsked = isSearching && rights.administer
  const analyzers = useDefinitions('analyzer', isAsked)
  const responders = useDefinitions('responder', isAsked)
  return useMemo(
    () => settingsEntries(rights, analyzers.data ?? [], responders.data ?? []),
    [rights, analyzers.data, responders.data],
  )
}
