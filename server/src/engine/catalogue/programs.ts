import { stat } from 'node:fs/promises'
import type { Definition } from '../../domain/definition.ts'
import type { Config } from '../../settings/config.ts'
import { downloadLimits } from './download.ts'
import { sourceOf } from './files.ts'
import { readSources } from './read-sources.ts'

type Urls = Pick<Config, 'analyzer' | 'responder'>

/** Folders that programs of the catalogs are started in; each program sees only its own. */
export async function programFolders(config: Urls): Promise<string[]> {
  const paths = urlsOf(config).flatMap(({ url }) => {
    const source = sourceIfAny(url)
    return source?.kind === 'path' ? [source.path] : []
  })
  const isFolder = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        (info) => info.isDirectory(),
        () => false,
      ),
    ),
  )
  const folders = paths.filter((_, index) => isFolder[index])
  // The location of a file does not tell where its programs are, nor whether it has any.
  const files = new Set(paths.filter((_, index) => !isFolder[index]))
  const named = await localDefinitions(config, (path) => files.has(path))
  return [...new Set([...folders, ...named.flatMap(({ workingFolder }) => workingFolder ?? [])])]
}

/** Read once, addresses left out. */
export async function localDefinitions(
  config: Urls,
  isWanted: (path: string) => boolean = () => true,
): Promise<Definition[]> {
  const { signal } = new AbortController()
  const how = { localOnly: true, limits: downloadLimits, signal }
  const readings = await Promise.all(
    urlsOf(config).map(async ({ type, url }) => {
      const source = sourceIfAny(url)
      if (source?.kind !== 'path' || !isWanted(source.path)) return []
      const { sources } = await readSources(type, [url], new Map(), how)
      return [...sources.values()].flat()
    }),
  )
  return readings.flat().map(({ definition }) => definition)
}

const urlsOf = ({ analyzer, responder }: Urls) => [
  ...analyzer.urls.map((url) => ({ type: 'analyzer' as const, url })),
  ...responder.urls.map((url) => ({ type: 'responder' as const, url })),
]

/** Problems of an entry are reported when the catalog is read. */
function sourceIfAny(url: string) {
  try {
    return sourceOf(url)
  } catch {
    return undefined
  }
}
