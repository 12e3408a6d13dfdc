import { useQuery } from '@tanstack/react-query'
import { reportQuery } from '../../base/data/jobs.ts'
import { isFinal } from '../../base/model/statuses.ts'

/** A job and its report; one that has not ended is looked at again until it has. */
export const useReport = (id: string) =>
  useQuery({
    ...reportQuery(id),
    enabled: id !== '',
    refetchInterval: ({ state: { data } }) => (data && !isFinal(data.status) ? 3000 : false),
  })
