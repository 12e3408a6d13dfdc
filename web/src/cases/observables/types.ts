import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'

export const useObservableTypes = () =>
  useQuery({
    queryKey: ['observable-types'],
    queryFn: () => api.listObservableTypes(),
    staleTime: 60_000,
  })
