import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Config } from '../../settings/config.ts'
import { secretSources } from '../../settings/secret-sources.ts'
import { folderOf } from '../../storage/blobs/open.ts'
import type { ServerFile } from './sandbox/view.ts'

/** What must not be in a folder that programs see, by the settings. */
export function serverFiles(config: Config): ServerFile[] {
  const data = resolve(config.data.dir)
  const home = config.environment.HOME ?? homedir()
  const closedInData = ['blobs', 'jobs', 'resources', 'spool'].map((name) => join(data, name))
  return [
    { what: 'the data folder', path: data },
    ...['master.key', 'assay.sqlite'].map((name) => ({
      what: name === 'master.key' ? 'the master key' : 'the database',
      path: join(data, name),
    })),
    ...closedInData.map((path) => ({ what: 'files of all organizations', path, isClosed: true })),
    ...(config.job.directory === undefined
      ? []
      : [{ what: 'running jobs', path: resolve(config.job.directory), isClosed: true }]),
    ...blobFolders(config).map((path) => ({
      what: 'files of all organizations',
      path,
      isClosed: true,
    })),
    ...secretSources(config).flatMap((source) =>
      source.type === 'file'
        ? [{ what: 'secrets of organizations', path: resolve(source.folder), isClosed: true }]
        : [],
    ),
    ...config.files.map((path) => ({ what: 'settings or a key', path })),
    ...credentials(config, home).map((path) => ({ what: 'credentials of the server', path })),
    ...sockets(config).map((path) => ({ what: 'a socket of the machine', path })),
  ]
}

/** Those that are not in the data folder anyway. */
const blobFolders = ({ blobs, data }: Config) =>
  [blobs.url, blobs.formerUrl].flatMap(
    (url) => (url && folderOf(url, resolve(data.dir, 'blobs'))) || [],
  )

function credentials({ http, kubernetes, database, environment }: Config, home: string): string[] {
  const url = database.url === undefined ? null : URL.parse(database.url)
  const ofDatabase = ['sslkey', 'passfile'].map((name) => url?.searchParams.get(name))
  return [
    ...[http.tls.key, kubernetes.kubeconfig, kubernetes.tokenFile, environment.PGPASSFILE],
    ...ofDatabase,
    join(home, '.pgpass'),
  ].flatMap((path) => (path ? [resolve(path)] : []))
}

/** A socket on a read-only mount still responds, and some give control of the whole machine. */
function sockets({ docker, database }: Config): string[] {
  const url = database.url === undefined ? null : URL.parse(database.url)
  const ofDatabase = [url?.searchParams.get('host'), decodeURIComponent(url?.hostname ?? '')]
  const ofDocker = docker.host?.startsWith('unix://')
    ? docker.host.slice('unix://'.length)
    : undefined
  return [
    ...['/run/docker.sock', '/run/containerd', '/run/podman', '/run/dbus'],
    ...[ofDocker, ...ofDatabase].flatMap((path) => (path?.startsWith('/') ? [resolve(path)] : [])),
  ]
}
