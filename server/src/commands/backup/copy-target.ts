import { resolve } from 'node:path'
import type { Config } from '../../settings/config.ts'

/** The settings of the installation that a copy makes. */
export function targetConfig(config: Config, to: string): Config {
  if (/^postgres(ql)?:\/\//.test(to)) {
    if (to === config.database.url) throw new Error('Source and target are the same database')
    return { ...config, database: { ...config.database, url: to, listenUrl: undefined } }
  }
  if (!to.startsWith('sqlite:') || to === 'sqlite:')
    throw new Error('The target must be postgres://user:password@host/name or sqlite:/data/folder')
  const dir = resolve(to.slice('sqlite:'.length))
  if (dir === resolve(config.data.dir) && config.database.url === undefined)
    throw new Error('Source and target are the same data folder')
  // Rows of PostgreSQL cannot hold files of an installation that is not there.
  const url = config.blobs.url === 'postgres:' ? undefined : config.blobs.url
  return {
    ...config,
    data: { ...config.data, dir },
    database: { ...config.database, url: undefined, listenUrl: undefined },
    blobs: { ...config.blobs, url, formerUrl: undefined },
  }
}
