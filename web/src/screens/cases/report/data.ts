import type { ReportDraft, ReportFacts } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'

/** What placeholders are filled with; it follows the case. */
export const useFacts = (caseId: string) =>
  useQuery<ReportFacts>({
    queryKey: keyOf('caseReport', caseId, 'facts'),
    queryFn: ({ signal }) => api.getReportFacts({ id: caseId }, {}, { signal }),
  })

export const useDraft = (caseId: string, enabled: boolean) =>
  useQuery<ReportDraft>({
    queryKey: keyOf('caseReport', caseId, 'draft'),
    queryFn: ({ signal }) => api.getReportDraft({ id: caseId }, {}, { signal }),
    enabled,
  })

export const useCopies = (caseId: string) =>
  useQuery({
    queryKey: keyOf('caseReport', caseId, 'copies'),
    queryFn: ({ signal }) => api.listStoredReports({ id: caseId }, {}, { signal }),
  })

export const useReportTemplates = () =>
  useQuery({
    queryKey: keyOf('reportTemplates'),
    queryFn: ({ signal }) => api.listReportTemplates({}, { signal }),
  })
