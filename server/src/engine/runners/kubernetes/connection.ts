import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'

/** Where the API server is, and how we prove who we are. */
export interface Connection {
  readonly url: URL
  readonly namespace: string
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string }
  /** Asked for every call: the token of a service account is replaced about once an hour. */
  token(): Promise<string | undefined>
}

export interface ConnectionSettings {
  readonly url?: string | undefined
  readonly tokenFile?: string | undefined
  readonly caFile?: string | undefined
  readonly kubeconfig?: string | undefined
  readonly namespace?: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

const serviceAccount = '/var/run/secrets/kubernetes.io/serviceaccount'

/** The settings first, then a kubeconfig file, then what every pod is given. */
export async function findConnection(
  settings: ConnectionSettings,
  environment: Environment,
  folder = serviceAccount,
): Promise<Connection> {
  if (settings.kubeconfig !== undefined) return fromKubeconfig(settings.kubeconfig, settings)
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = environment
  const url = settings.url ?? (host && `https://${host.includes(':') ? `[${host}]` : host}:${port}`)
  if (!url)
    throw new Error(
      'neither kubernetes.url nor kubernetes.kubeconfig is set, and this process is not running in a pod',
    )
  const caFile = settings.caFile ?? join(folder, 'ca.crt')
  const ca = await optional(caFile, settings.caFile !== undefined)
  const tokenFile = settings.tokenFile ?? join(folder, 'token')
  // Read once now, so a wrong path is reported at start and not by the first job.
  await optional(tokenFile, settings.tokenFile !== undefined)
  return {
    url: new URL(url),
    namespace:
      settings.namespace ?? (await optional(join(folder, 'namespace')))?.trim() ?? 'default',
    tls: ca === undefined ? {} : { ca },
    token: async () => (await optional(tokenFile))?.trim(),
  }
}

async function optional(path: string, isRequired = false): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isRequired) throw new Error(`cannot read ${path}: ${(error as Error).message}`)
    return undefined
  }
}

interface Kubeconfig {
  readonly 'current-context'?: string
  readonly contexts?: Named<'context', { cluster: string; user: string; namespace?: string }>[]
  readonly clusters?: Named<'cluster', Record<string, string | boolean | undefined>>[]
  readonly users?: Named<'user', Record<string, unknown>>[]
}
type Named<K extends string, V> = { readonly name: string } & { readonly [key in K]: V }

async function fromKubeconfig(file: string, settings: ConnectionSettings): Promise<Connection> {
  const config = parse(await readFile(file, 'utf8')) as Kubeconfig
  const refuse = (what: string) => new Error(`${file}: ${what}`)
  const context = config.contexts?.find(({ name }) => name === config['current-context'])?.context
  const cluster = config.clusters?.find(({ name }) => name === context?.cluster)?.cluster
  const user = config.users?.find(({ name }) => name === context?.user)?.user ?? {}
  const server = settings.url ?? cluster?.server
  if (!context || !cluster || typeof server !== 'string')
    throw refuse('current-context does not name a cluster with a server')
  if (cluster['insecure-skip-tls-verify'])
    throw refuse('insecure-skip-tls-verify is not supported; set certificate-authority')
  if ('exec' in user || 'auth-provider' in user)
    throw refuse(
      'credential plugins are not supported; use a token, tokenFile or client certificate',
    )
  const path = (name: string) => resolve(dirname(file), name)
  /** Each of these is either in the file, as base64, or names another file. */
  const pem = async (values: Readonly<Record<string, unknown>>, name: string) => {
    const data = values[`${name}-data`]
    if (typeof data === 'string') return Buffer.from(data, 'base64').toString('utf8')
    const named = values[name]
    return typeof named === 'string' ? await readFile(path(named), 'utf8') : undefined
  }
  const ca = settings.caFile
    ? await readFile(settings.caFile, 'utf8')
    : await pem(cluster, 'certificate-authority')
  const cert = await pem(user, 'client-certificate')
  const key = await pem(user, 'client-key')
  const tokenFile = settings.tokenFile ?? (user.tokenFile as string | undefined)
  return {
    url: new URL(server),
    namespace: settings.namespace ?? context.namespace ?? 'default',
    tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) },
    token: async () =>
      tokenFile === undefined
        ? (user.token as string | undefined)
        : (await readFile(path(tokenFile), 'utf8')).trim(),
  }
}
