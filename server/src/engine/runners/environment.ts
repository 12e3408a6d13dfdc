type Environment = Readonly<Record<string, string | undefined>>

/** How a program finds its interpreter, its packages, the time zone and the proxies. */
const passedOn = [
  'PATH',
  'HOME',
  'TZ',
  'PYTHONPATH',
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
  'NODE_EXTRA_CA_CERTS',
]

/** Half of all programs read the one spelling, half the other. */
const proxies = ['http_proxy', 'https_proxy', 'no_proxy']

/**
 * Built from nothing, because the server's own environment holds its secrets. None of its settings
 * is passed on, not even by name.
 */
export function programEnvironment(
  server: Environment,
  passEnvironment: readonly string[] = [],
): Record<string, string> {
  const environment: Record<string, string> = { PATH: '/usr/local/bin:/usr/bin:/bin' }
  for (const name of [...passedOn, ...passEnvironment]) set(environment, name, server[name])
  Object.assign(environment, proxyEnvironment(server))
  // The library of all public analyzers opens its files in the locale's encoding.
  return { ...environment, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' }
}

/** The operator's way out, in both spellings. */
export function proxyEnvironment(server: Environment): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const name of proxies) {
    const upper = name.toUpperCase()
    set(environment, name, server[name] ?? server[upper])
    set(environment, upper, server[upper] ?? server[name])
  }
  return environment
}

function set(environment: Record<string, string>, name: string, value: string | undefined) {
  if (value !== undefined && !/^assay_/i.test(name)) environment[name] = value
}

/** What a container gets: its image has its own paths, but not our proxy. */
export function containerEnvironment(
  server: Environment,
  passEnvironment: readonly string[] = [],
): Record<string, string> {
  const environment = programEnvironment(server, passEnvironment)
  for (const name of passedOn) {
    if (name !== 'TZ' && !passEnvironment.includes(name)) delete environment[name]
  }
  return { ...environment, JAVA_TOOL_OPTIONS: '-Dfile.encoding=UTF-8' }
}
