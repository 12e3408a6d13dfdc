import type { BaseConfig } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../../base/data/keys.ts'
import { callsOf, type Kind } from '../kinds.ts'
import { setNames } from './values.ts'

/** As it may be kept in the cache: which settings it has, not what they are. */
export interface SharedConfig extends Omit<BaseConfig, 'config'> {
  readonly setItems: readonly string[]
}

export const useSharedConfigs = (kind: Kind, enabled = true) =>
  useQuery({
    queryKey: keyOf('configurations', kind),
    queryFn: async ({ signal }): Promise<SharedConfig[]> => {
      const found = await callsOf(kind).configs({}, { signal })
      return found.map(({ config, ...shared }) => ({ ...shared, setItems: setNames(config) }))
    },
    enabled,
  })
