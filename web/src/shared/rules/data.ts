import type { Automation, Rule } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'

/** All rules in their order. Other administrators change them, so they are read again now and then. */
export const useRules = (enabled = true) =>
  useQuery({
    queryKey: keyOf('rules', 'list'),
    queryFn: ({ signal }): Promise<Rule[]> => api.listRules({}, { signal }),
    refetchInterval: 30_000,
    enabled,
  })

export const useAutomation = (enabled = true) =>
  useQuery({
    queryKey: keyOf('rules', 'automation'),
    queryFn: ({ signal }): Promise<Automation> => api.getAutomation({}, { signal }),
    refetchInterval: 30_000,
    enabled,
  })

/** After a change of rules: lists, versions and runs. */
export const rulesChanged = () => readAgain(keyOf('rules'), keyOf('ruleRuns'))
