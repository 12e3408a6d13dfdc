import { isAbsolute, join, resolve } from 'node:path'
import type { Config } from '../../settings/config.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The cache folder of the environment, as desktops agree (XDG). */
export const saidCacheFolder = ({ XDG_CACHE_HOME: said = '' }: Environment): string | undefined =>
  isAbsolute(said) ? join(said, 'assay') : undefined

/** Where a server keeps compiled rules: to compile them takes a second in every thread. */
export const keptRulesFolder = ({ data, environment }: Pick<Config, 'data' | 'environment'>) =>
  saidCacheFolder(environment) ?? join(resolve(data.dir), 'cache')
