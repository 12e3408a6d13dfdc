import type { Resource } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'

/** Files that built-in analyzers can be configured with. */
export const useResources = (enabled = true) =>
  useQuery({
    queryKey: keyOf('resources'),
    queryFn: ({ signal }) => api.listResources({}, { signal }),
    enabled,
  })

/** Uploads a file; every list of files shows it. */
export async function upload(file: File): Promise<Resource> {
  const resource = await api.uploadResource({ attachment: file, name: file.name })
  void readAgain(keyOf('resources'))
  return resource
}
