import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'

export const useCustomFields = () =>
  useQuery({
    queryKey: ['custom-fields', 'administered'],
    queryFn: async ({ signal }) =>
      (await api.listCustomFieldsV1({ range: 'all' }, { signal })).rows,
  })
