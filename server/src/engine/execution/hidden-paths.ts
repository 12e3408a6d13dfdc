import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Config } from '../../settings/config.ts'
import { folderOf } from '../../storage/blobs/open.ts'

/**
 * What a sandboxed program must not see. The rest of the system stays readable: programs need their
 * interpreter, its packages and the certificates of the system, wherever those are installed.
 */
export function hiddenPaths(config: Config): string[] {
  const home = config.environment.HOME ?? homedir()
  return [
    ...dataPaths(resolve(config.data.dir)),
    ...config.files,
    ...databasePaths(config.database.url),
    ...blobFolders(config),
    ...socketOf(config.docker.host),
    ...(config.environment.PGPASSFILE === undefined
      ? []
      : [resolve(config.environment.PGPASSFILE)]),
    ...credentialsInHome.map((name) => join(home, name)),
    ...systemCredentials,
    ...hostKeys(),
  ]
}

/** By name as well as whole: the folder of a catalogue may be the data folder itself. */
const dataPaths = (folder: string) => [
  folder,
  ...['master.key', 'assay.sqlite', 'assay.sqlite-wal', 'assay.sqlite-shm', 'blobs', 'jobs'].map(
    (name) => join(folder, name),
  ),
]

/** Files of all organizations, if they are not in the data folder anyway. */
const blobFolders = ({ blobs, data }: Config) =>
  [blobs.url, blobs.formerUrl].flatMap(
    (url) => (url && folderOf(url, resolve(data.dir, 'blobs'))) || [],
  )

/** A socket through which the same user may sign in without a password, and the client's key. */
function databasePaths(address: string | undefined): string[] {
  const url = address === undefined ? null : URL.parse(address)
  if (!url) return []
  const options = ['host', 'sslkey', 'sslcert', 'sslpassword', 'passfile']
  return [...options.map((name) => url.searchParams.get(name)), decodeURIComponent(url.hostname)]
    .filter((path) => path?.startsWith('/'))
    .map((path) => resolve(path ?? ''))
}

/** On a read-only mount a socket still answers; whoever reaches this one owns the machine. */
const socketOf = (host: string | undefined) =>
  host?.startsWith('unix://') ? [resolve(host.slice('unix://'.length))] : []

/** Of the user that the server runs as. Packages of interpreters lie in the same home and stay. */
const credentialsInHome = [
  ...['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.config/gcloud', '.config/gh'],
  ...['.netrc', '.pgpass', '.my.cnf', '.npmrc', '.pypirc', '.git-credentials', '.vault-token'],
  ...['.password-store', '.local/share/keyrings', '.mozilla', '.config/chromium'],
  ...['.bash_history', '.zsh_history', '.python_history', '.node_repl_history'],
  ...['.psql_history', '.sqlite_history', '.mysql_history'],
]

/** Root owns these, and a program of a server that runs as root is their owner. */
const systemCredentials = [
  ...['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers'],
  ...['/etc/sudoers.d', '/etc/ssl/private', '/etc/pki/private', '/etc/krb5.keytab'],
  ...['/etc/kubernetes', '/etc/wireguard', '/etc/openvpn', '/etc/NetworkManager'],
  ...['/var/backups', '/var/log', '/var/mail', '/var/spool', '/var/lib/docker'],
  ...['/var/lib/containerd', '/var/lib/kubelet', '/var/lib/private', '/var/lib/systemd'],
]

function hostKeys(): string[] {
  try {
    return readdirSync('/etc/ssh')
      .filter((name) => /^ssh_host_.*_key$/.test(name))
      .map((name) => join('/etc/ssh', name))
  } catch {
    return []
  }
}
