import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Served, serveIn } from './child.ts'

export interface ProgramOptions {
  /** `main.js` of a built server. */
  readonly program: string
  /** Where `--cpu-prof` writes, when a profile is wanted. */
  readonly profile?: string
}

export const bootstrapKey = 'bench-key-0123456789abcdef0123456789abcdef'

/**
 * The real program as `npm start` runs it, on a free port, with its own data folder. It logs every
 * request to a file, as it does by default.
 */
export const startProgram = (
  { program, profile }: ProgramOptions,
  folder: string,
  env: Record<string, string> = {},
): Promise<Served> =>
  serveIn(
    [
      '--max-semi-space-size=4',
      ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
      program,
    ],
    {
      ASSAY_DATA_DIR: join(folder, 'data'),
      ASSAY_HTTP_HOST: '127.0.0.1',
      ASSAY_HTTP_PORT: '0',
      ASSAY_HTTP_DRAINPERIOD: '0',
      ASSAY_BOOTSTRAP_KEY: bootstrapKey,
      ASSAY_ANALYZER_URLS: catalogueOf(folder),
      ...env,
    },
    join(folder, 'log'),
  )

/** Takes submissions and runs nothing: what is measured is the request alone. */
export const noWorker = { ASSAY_ROLES: 'engine' }

const catalogueOf = (folder: string) => join(folder, 'analyzers')
export const scriptOf = (folder: string) => join(catalogueOf(folder), 'Trivial', 'trivial.sh')
export const databaseOf = (folder: string) => join(folder, 'data', 'assay.sqlite')

export const trivialReport =
  '{"success":true,"summary":{"taxonomies":[]},"full":{},"artifacts":[],"operations":[]}'

/** No program but the shell itself is started: what it costs is the start. */
const script = `#!/bin/sh
read -r input < "$1/input/input.json" || true
echo '${trivialReport}' > "$1/output/output.json"
`

export async function writeCatalogue(folder: string): Promise<void> {
  await mkdir(join(catalogueOf(folder), 'Trivial'), { recursive: true })
  await writeFile(scriptOf(folder), script)
  await chmod(scriptOf(folder), 0o755)
  const definition = {
    name: 'Trivial',
    version: '1.0',
    author: 'bench',
    url: 'https://example.org',
    license: 'Apache-2.0',
    description: 'Does nothing, quickly',
    baseConfig: 'Trivial',
    command: 'Trivial/trivial.sh',
    dataTypeList: ['ip', 'domain', 'file', 'other'],
    configurationItems: [],
  }
  await writeFile(join(catalogueOf(folder), 'Trivial', 'Trivial.json'), JSON.stringify(definition))
}

export interface Desk {
  readonly key: string
  readonly workerId: string
  readonly runPath: string
}

/** An organization with a user who may run jobs, and the analyzer enabled. */
export async function openDesk({ url }: Served, analyzer = 'Trivial'): Promise<Desk> {
  const name = 'bench'
  const login = 'analyst'
  await call(url, bootstrapKey, 'POST', '/api/organization', { name, description: name })
  await call(url, bootstrapKey, 'POST', '/api/user', {
    login,
    name: login,
    roles: ['read', 'analyze', 'orgadmin'],
    organization: name,
  })
  const key = await call<string>(url, bootstrapKey, 'POST', `/api/user/${login}/key/renew`)
  const enable = `/api/organization/analyzer/${analyzer}_1_0`
  const worker = await call<{ id: string }>(url, key, 'POST', enable, { name: analyzer })
  return { key, workerId: worker.id, runPath: `/api/analyzer/${worker.id}/run` }
}

/** The sender replaces `#` with a number. */
export const submission = '{"data":"#.bench.example","dataType":"domain","tlp":2,"force":true}'

export async function call<T>(
  url: string,
  key: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return (isJson ? JSON.parse(text) : text) as T
}

/** Rows are written while the program is stopped, straight into the file that it has made. */
export async function startFilled<T>(
  options: ProgramOptions,
  folder: string,
  environment: Record<string, string>,
  fill: (database: string, desk: Desk) => T,
) {
  await writeCatalogue(folder)
  const first = await startProgram(options, folder, environment)
  const desk = await openDesk(first)
  await first.stop()
  const filled = fill(databaseOf(folder), desk)
  return { server: await startProgram(options, folder, environment), desk, filled }
}
