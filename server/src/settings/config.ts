import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isSecretVariable, secretSourceProblems, secretVariables } from './secret-environment.ts'
import { propertyPath, type Settings } from './shape.ts'
import { type Found, type Search, searchEnvironment, searchFile } from './sources.ts'
import { type SettingKey, settingKeys, settings } from './table.ts'
import { readValue, type Setting, showValue } from './values.ts'

/** The settings, and for each key where its value came from. */
export type Config = Settings & {
  readonly sources: Readonly<Record<SettingKey, string>>
  /** What the programs that we start may inherit from, by name; our own settings are not in it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Variables that secret references may name, as `secrets.sources` opens them. */
  readonly secretEnvironment: Readonly<Record<string, string | undefined>>
  /** Absolute paths of the settings file and of every file that an `ASSAY_…_FILE` variable names. */
  readonly files: readonly string[]
}

/** All errors in the settings, so one start shows all of them. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

export interface ConfigInput {
  /** Path of the settings file (`--config`); wins over ASSAY_CONFIG. */
  file?: string | undefined
  environment?: Readonly<Record<string, string | undefined>>
  readFile?: (path: string) => string
}

/**
 * Defaults, then the file, then the environment. This is the only place that reads `process.env`;
 * all other code is handed a value.
 */
export function loadConfig(input: ConfigInput = {}): Config {
  const {
    environment = process.env,
    readFile = (path) => readFileSync(path, 'utf8'),
    file = environment.ASSAY_CONFIG || undefined,
  } = input
  const files: string[] = []
  const search: Search = {
    found: new Map(),
    problems: [],
    unknown: new Map(),
    // Whatever is read here may hold a secret; the programs of analyzers must not see it.
    readFile(path) {
      files.push(resolve(path))
      return readFile(path)
    },
  }
  if (file !== undefined) searchFile(search, file)
  searchEnvironment(search, environment)
  return build(search, environment, files)
}

function withoutSettings(environment: Config['environment'], settings: Settings) {
  const inherited = Object.entries(environment).filter(
    // guard (open = !name.startsWith('ASSAY_')): server/test/security/secret-references.test.ts
    ([name]) => !name.startsWith('ASSAY_') && !isSecretVariable(settings, name),
  )
  return Object.fromEntries(inherited)
}

function build(
  { found, problems, unknown }: Search,
  environment: Config['environment'],
  files: Config['files'],
): Config {
  const config: Record<string, unknown> = {}
  const sources = {} as Record<SettingKey, string>
  for (const key of settingKeys) {
    const setting: Setting = settings[key]
    const { raw, source, place } = found.get(key) ?? fallback(setting, key)
    sources[key] = source
    const reading = raw === undefined ? { value: undefined } : readValue(setting, raw)
    if (reading.problem !== undefined) problems.push(`${place} ${reading.problem}`)
    else assign(config, propertyPath(key), reading.value)
  }
  const read = config as unknown as Settings
  for (const [name, problem] of unknown) if (!isSecretVariable(read, name)) problems.push(problem)
  const made: Config = {
    ...read,
    sources,
    environment: withoutSettings(environment, read),
    secretEnvironment: secretVariables(read, environment),
    files: [...files, ...(problems.length === 0 ? secretFiles(read) : [])],
  }
  if (problems.length === 0) problems.push(...checkTogether(made))
  if (problems.length > 0) throw new ConfigError(problems)
  return made
}

/** Those that are read later, at every use. */
function secretFiles({ auth }: Settings): string[] {
  const providers = [auth.oidc.providers, auth.ldap.directories].flatMap(
    (list) => (list as Record<string, unknown>[] | undefined) ?? [],
  )
  return providers
    .flatMap(({ clientSecretFile, bindPasswordFile }) => [clientSecretFile, bindPasswordFile])
    .filter((path) => typeof path === 'string')
    .map((path) => resolve(path))
}

const fallback = (setting: Setting, key: SettingKey): Found => ({
  raw: setting.default,
  source: 'default',
  place: key,
})

function assign(
  target: Record<string, unknown>,
  [head = '', ...rest]: string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    target[head] = value
    return
  }
  target[head] ??= {}
  assign(target[head] as Record<string, unknown>, rest, value)
}

/** Rules about several settings at once. */
function checkTogether(config: Config): string[] {
  const { auth, bootstrap, mail, sources, roles, platform } = config
  const problems: string[] = []
  if (mail.url !== undefined && mail.from === undefined)
    problems.push('mail.url requires mail.from')
  const hasCredential = bootstrap.password !== undefined || bootstrap.key !== undefined
  if (sources['bootstrap.login'] !== 'default' && !hasCredential) {
    problems.push('bootstrap.login requires bootstrap.password or bootstrap.key')
  }
  if (!Object.values(auth.method).includes(true)) {
    problems.push('auth.method disables every way to sign in; enable session, key or basic')
  }
  const { retentionMs, retentionMinMs, retentionMaxMs } = config.job
  if (retentionMaxMs > 0 && Math.max(retentionMs, retentionMinMs) > retentionMaxMs)
    problems.push('job.retention and job.retentionMin must not be longer than job.retentionMax')
  const asksDirectories = auth.provider.includes('ldap')
  const hasDirectories = (auth.ldap.directories as unknown[] | undefined)?.length
  if (asksDirectories && !hasDirectories)
    problems.push('auth.provider ldap requires auth.ldap.directories')
  if (!asksDirectories && hasDirectories)
    problems.push('auth.ldap.directories requires ldap in auth.provider, such as local,ldap')
  if (roles.every((role) => role === 'platform') && platform.engines === undefined) {
    problems.push(
      'platform.engines is required because roles excludes the engine from this process; ' +
        'set an empty list to run without responders',
    )
  }
  return [...problems, ...checkBlobs(config), ...secretSourceProblems(config)]
}

function checkBlobs({ blobs, database }: Config): string[] {
  const urls = [blobs.url, blobs.formerUrl]
  const problems: string[] = []
  if (urls.includes('postgres:') && database.url === undefined) {
    problems.push('blobs.url postgres: requires database.url; with SQLite, use a folder or S3')
  }
  const hasKey = blobs.s3.keyId !== undefined && blobs.s3.secret !== undefined
  if (urls.some((url) => url?.startsWith('s3:')) && !hasKey) {
    problems.push('blobs.url s3: requires blobs.s3.keyId and blobs.s3.secret')
  }
  return problems
}

export interface ConfigRow {
  key: SettingKey
  value: string
  source: string
}

/** What `assay config` prints: every setting, secrets masked. */
export function describeConfig(config: Config): ConfigRow[] {
  return settingKeys.map((key) => {
    const setting: Setting = settings[key]
    const value = propertyPath(key).reduce<unknown>(
      (group, name) => (group as Record<string, unknown>)[name],
      config,
    )
    return {
      key,
      value: value === undefined ? '' : mask(setting, value),
      source: config.sources[key],
    }
  })
}

function mask(setting: Setting, value: unknown): string {
  if (setting.secret === 'whole') return '********'
  const text = showValue(setting, value)
  // Definitions may be fetched from an address that contains a password.
  if (setting.secret !== 'password') return text.replace(/(:\/\/)[^/@,\s]+@/g, '$1********@')
  // Options after the ? may hold a password, too.
  const url = URL.parse(text)
  if (!url) return '********'
  const user = url.username ? `${url.username}:********@` : ''
  return `${url.protocol}//${user}${url.host}${url.pathname}`
}
