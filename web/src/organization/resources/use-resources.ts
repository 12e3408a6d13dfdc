import type { Resource } from '@assay/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { keyOf } from '../../data/keys.ts'

const key = keyOf('resources')

/** Files that built-in analyzers can be configured with. */
export const useResources = (enabled = true) =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.listResources({}, { signal }),
    enabled,
  })

/** Answers a function that uploads a file and makes every list of them tell so. */
export function useUpload(): (file: File) => Promise<Resource> {
  const changed = useResourcesChanged()
  return async (file) => {
    const resource = await api.uploadResource({ attachment: file, name: file.name })
    changed()
    return resource
  }
}

export function useResourcesChanged(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: key })
}
