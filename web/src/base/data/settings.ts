import type { CaseStatusV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'
import { runQuery } from './query.ts'
import { listStep, pageStep, sortStep } from './steps.ts'

/* What an organization has set up for its cases; few enough to be read whole. */

/** Definitions of the organization and of the platform. */
export const useCustomFields = () =>
  useQuery({
    queryKey: keyOf('customFields'),
    queryFn: async () => (await api.listCustomFieldsV1({ range: 'all' })).rows,
    staleTime: 60_000,
  })

export const useObservableTypes = () =>
  useQuery({
    queryKey: keyOf('observableTypes'),
    queryFn: () => api.listObservableTypes(),
    staleTime: 60_000,
  })

/** More than an organization can name. */
const maxStatuses = 500

/** Those of the organization and of the platform, beside the plain ones. */
export const useCaseStatuses = (enabled: boolean) =>
  useQuery({
    queryKey: keyOf('caseStatuses'),
    queryFn: async () => {
      const steps = [listStep('CaseStatus'), sortStep('+order'), pageStep(0, maxStatuses)]
      return (await runQuery<CaseStatusV1>(steps, { together: true })).rows
    },
    staleTime: 60_000,
    enabled,
  })

export const useCaseTemplates = () =>
  useQuery({
    queryKey: keyOf('caseTemplates'),
    queryFn: async () => (await api.listCaseTemplatesV1({ range: 'all' })).rows,
    staleTime: 60_000,
  })
