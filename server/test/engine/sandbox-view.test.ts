import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bubblewrap, sandboxRemedy, testSandbox } from '../../src/engine/runners/sandbox/sandbox.ts'
import { conflictText } from '../../src/engine/runners/sandbox/view.ts'
import { serverFiles } from '../../src/engine/runners/server-files.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { builtFile } from '../built.ts'
import { skipTest } from '../skip.ts'
import { notLinux, titled } from './running.ts'
import { type Looked, type LookOrder, lookAt } from './sandboxed-look.ts'
import { isWritable, visibleParent } from './visible-parent.ts'

const execute = promisify(execFile)
const sandboxReason = await testSandbox(bubblewrap({}))
const reason = sandboxReason && `${sandboxReason}; ${sandboxRemedy(sandboxReason)}`
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const look = fileURLToPath(new URL('./sandboxed-look.ts', import.meta.url))
const launcher = (
  builtFile('launcher.js') ??
  new URL('../../src/engine/runners/process/launcher.ts', import.meta.url)
).href

const nobody = 65_534
const users = [
  { user: 'as the user of the tests', uid: undefined },
  { user: 'as an ordinary user', uid: nobody },
]

const isRoot = process.getuid?.() === 0

/** A folder that the user may enter and own. */
function makeRoot(uid: number | undefined): string {
  if (uid !== undefined && !isRoot) skipTest('only root can become another user: run it as root')
  const root = mkdtempSync(join(visibleParent, '.sandbox-view-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  chmodSync(root, 0o755)
  return root
}

function put(path: string, text: string, mode = 0o644): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
  return path
}

interface Layout {
  readonly root: string
  readonly uid: number | undefined
  readonly environment?: Record<string, string>
  readonly sandboxPaths?: string[]
  readonly program: string
  readonly isWarm?: boolean
}

/** Runs a program of the catalog `<root>/catalogue` in the sandbox of a process of that user. */
async function runIn({
  root,
  uid,
  environment,
  sandboxPaths,
  program,
  isWarm,
}: Layout): Promise<Looked> {
  const jobs = join(root, 'state', 'jobs')
  mkdirSync(jobs, { recursive: true })
  if (uid !== undefined) chownSync(jobs, uid, uid)
  const workingFolder = join(root, 'catalogue')
  const order: LookOrder = {
    options: {
      environment: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: join(root, 'home'),
        ...environment,
      },
      sandboxPaths: sandboxPaths ?? [],
    },
    ...{ launcher, jobs, workingFolder, isWarm },
    command: put(join(workingFolder, 'Look', 'look'), program, 0o755),
  }
  if (uid === undefined) return lookAt(order)
  const { stdout } = await execute(process.execPath, [look, JSON.stringify(order)], {
    ...{ uid, gid: uid },
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  })
  return JSON.parse(stdout)
}

describe.skipIf(reason !== undefined)(titled('what a sandboxed program sees', reason), () => {
  it.each(users)('is what is listed and nothing else, $user', async ({ uid }) => {
    const root = makeRoot(uid)
    const name = 'canary'
    const here = ['home', 'home/.ssh', 'state', 'state/jobs/other', 'settings', 'other-catalogue']
    const there = ['/root', '/var', '/var/lib', '/var/log', '/srv', '/mnt', '/opt', '/etc', '/home']
    for (const place of here) put(join(root, place, name), 'x')
    const planted = [modules, dirname(modules), homedir(), ...there]
      .filter(isWritable)
      .map((folder) => mkdtempSync(join(folder, '.assay-test-')))
    onTestFinished(() => {
      for (const folder of planted) rmSync(folder, { recursive: true, force: true })
    })
    for (const folder of planted) {
      chmodSync(folder, 0o755)
      put(join(folder, name), 'x')
    }
    put(join(root, 'catalogue', 'seen'), 'x')

    // The system itself is the same for all; nothing was planted there.
    const { tail } = await runIn({
      ...{ root, uid },
      program: `#!/bin/sh
find / \\( -path /usr -o -path /proc -o -path /sys -o -path /dev -o -path /etc/ssl/certs \\) -prune -o \\
  \\( -type f -o -type s \\) -print 2> /dev/null | sed -E 's,^/etc/([^/]*).*,/etc/\\1,' | sort -u
ls -A / | sed 's,^,/ ,'
`,
    })
    const lines = tail.trim().split('\n')

    expect(lines.filter((line) => line.includes(name) || line.includes('shadow'))).toEqual([])
    const isOfJob = (line: string) => line.startsWith(join(root, 'state', 'jobs'))
    const isListed = (line: string) => line.startsWith('/etc/') || line.startsWith('/ ')
    expect(lines.filter((line) => !isOfJob(line) && !isListed(line))).toEqual([
      join(root, 'catalogue', 'Look', 'look'),
      join(root, 'catalogue', 'seen'),
    ])
    const folders = lines.filter((line) => line.startsWith('/ ')).map((line) => line.slice(2))
    const known = ['bin', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'libx32', 'nix', 'proc', 'run']
    const ofTest = root.split('/')[1]
    expect(folders.filter((folder) => ![...known, ofTest].includes(folder))).toEqual([
      ...['sbin', 'sys', 'tmp', 'usr', 'var'],
    ])
  })

  it.each(users)('is the same for a forked Python program, $user', async ({ uid }) => {
    const python = await execute('/usr/bin/python3', ['-V']).catch(() => undefined)
    if (!python) skipTest('there is no /usr/bin/python3 (Debian: apt-get install python3)')
    const root = makeRoot(uid)
    put(join(root, 'state', 'canary'), 'x')
    put(join(root, 'home', 'canary'), 'x')
    const program = `#!/usr/bin/python3
import os, re, sys
for top in sorted(os.listdir('/')):
    # Links lead into /usr, which is longer than the output that is kept.
    if top in ('usr', 'proc', 'sys', 'dev') or os.path.islink('/' + top):
        continue
    for folder, folders, files in sorted(os.walk('/' + top)):
        if folder.startswith('/etc/'):
            continue
        mode = 'writable' if os.access(folder, os.W_OK) else 'read-only'
        for name in [mode] + sorted(files):
            print(re.sub('(jobs-|cortex-job-job1-)[^/]*', r'\\1', folder), name)
`

    const started = await runIn({ root, uid, program })
    const forked = await runIn({ root, uid, program, isWarm: true })

    expect([started.isWarm, forked.isWarm]).toEqual([false, true])
    expect([started.exitCode, forked.exitCode]).toEqual([0, 0])
    expect(started.tail).toMatch(/^\/etc read-only$/m)
    expect(forked.tail).toBe(started.tail)
    expect(forked.tail).toContain(`${join(root, 'catalogue', 'Look')} look\n`)
    expect(forked.tail).not.toContain('canary')
  })

  it.each(users)(
    'has the files of name servers, users and certificates, $user',
    async ({ uid }) => {
      const files = [
        'resolv.conf',
        'hosts',
        'nsswitch.conf',
        'passwd',
        'group',
        'services',
        'localtime',
      ]
      const bundles = [
        'ssl/certs/ca-certificates.crt',
        'pki/tls/certs/ca-bundle.crt',
        'ssl/cert.pem',
      ]
      const paths = [...files, ...bundles]
        .map((file) => `/etc/${file}`)
        .filter((path) => existsSync(path))
      const program = `#!/bin/sh\nfor path in ${paths.join(' ')}; do cksum < $path; done; echo "$(id -u) $HOME"\n`
      const root = makeRoot(uid)
      mkdirSync(join(root, 'home'))

      const { tail } = await runIn({ root, uid, program })

      const { stdout } = await execute('/bin/sh', [
        '-c',
        `for p in ${paths.join(' ')}; do cksum < $p; done`,
      ])
      expect(tail).toBe(`${stdout}${uid ?? process.getuid?.()} ${join(root, 'home')}\n`)
      expect(paths.length).toBeGreaterThan(3)
    },
  )
})

/** Ways in which programs and their interpreters are installed; each program prints "works". */
const layouts: readonly {
  name: string
  make(root: string): Pick<Layout, 'program' | 'environment' | 'sandboxPaths'>
}[] = [
  {
    name: 'an interpreter in a home, named by its first line',
    make(root) {
      put(join(root, 'home/me/lang/lib/words'), 'works')
      const file = linked('/bin/sh', join(root, 'home/me/lang/bin/lang'))
      return { program: `#!${file}\ncat ${root}/home/me/lang/lib/words\n` }
    },
  },
  {
    name: 'a virtual environment of an interpreter that is a copy of one in another home',
    make(root) {
      put(join(root, 'home/me/base/lib/words'), 'works')
      linked('/bin/sh', join(root, 'home/me/base/bin/python3'))
      const venv = join(root, 'home/me/venv')
      put(join(venv, 'pyvenv.cfg'), `home = ${root}/home/me/base/bin\nversion = 3.11\n`)
      put(join(venv, 'share', 'shared'), ' shared')
      put(join(venv, 'bin', 'python3'), '#!/bin/sh\nexec /bin/sh "$@"\n', 0o755)
      return {
        program: `#!${venv}/bin/python3\ncat ${root}/home/me/base/lib/words ${venv}/share/shared\n`,
      }
    },
  },
  {
    name: 'a version manager with shims, in the home of the server',
    make(root) {
      const manager = join(root, 'home/.manager')
      put(
        join(manager, 'libexec', 'run'),
        `#!/bin/sh\nexec ${manager}/versions/1/bin/lang "$@"\n`,
        0o755,
      )
      put(
        join(manager, 'shims', 'lang'),
        `#!/usr/bin/env sh\nexec ${manager}/libexec/run "$@"\n`,
        0o755,
      )
      put(join(manager, 'versions/1/lib/words'), 'works')
      linked('/bin/sh', join(manager, 'versions/1/bin/lang'))
      return {
        environment: { PATH: `${manager}/shims:/usr/bin:/bin` },
        program: `#!/usr/bin/env lang\ncat ${manager}/versions/1/lib/words\n`,
      }
    },
  },
  {
    name: 'an installation in a folder like /opt, on the PATH',
    make(root) {
      put(join(root, 'opt/tool/data/words'), 'works')
      put(join(root, 'opt/tool/bin/tool'), `#!/bin/sh\ncat ${root}/opt/tool/data/words\n`, 0o755)
      return {
        environment: { PATH: `${root}/opt/tool/bin:/usr/bin:/bin` },
        program: '#!/bin/sh\ntool\n',
      }
    },
  },
  {
    name: 'an installation in a folder like /opt, linked from a folder of the PATH',
    make(root) {
      put(join(root, 'opt/tool/data/words'), 'works')
      const tool = `#!/bin/sh\ncat ${root}/opt/tool/data/words\n`
      linked(put(join(root, 'opt/tool/bin/tool'), tool, 0o755), join(root, 'links/tool'))
      return { environment: { PATH: `${root}/links:/usr/bin:/bin` }, program: '#!/bin/sh\ntool\n' }
    },
  },
  {
    name: 'packages that a variable names, by a link',
    make(root) {
      put(join(root, 'packages-1/words'), 'works')
      linked('packages-1', join(root, 'packages'))
      return {
        environment: { PYTHONPATH: `${root}/packages` },
        program: `#!/bin/sh\ncat ${root}/packages/words\n`,
      }
    },
  },
  {
    name: 'packages that pip installed for the user of the server',
    make(root) {
      put(join(root, 'home/.local/lib/python3.11/site-packages/words'), 'works')
      return { program: '#!/bin/sh\ncat "$HOME/.local/lib/python3.11/site-packages/words"\n' }
    },
  },
  {
    name: 'a folder of job.sandboxPaths',
    make(root) {
      put(join(root, 'rules/words'), 'works')
      return {
        sandboxPaths: [join(root, 'rules')],
        program: `#!/bin/sh\ncat ${root}/rules/words\n`,
      }
    },
  },
  {
    name: 'modules beside it in the same catalogue',
    make(root) {
      put(join(root, 'catalogue/common/words'), 'works')
      return { program: '#!/bin/sh\ncat "$(dirname "$0")/../common/words"\n' }
    },
  },
  {
    name: 'Node, as npm puts it on the PATH',
    make: () => ({
      environment: { PATH: `${modules}/.bin:/usr/bin:/bin` },
      program: '#!/usr/bin/env node\nprocess.stdout.write("works")\n',
    }),
  },
]

function linked(target: string, path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
  return path
}

describe.skipIf(reason !== undefined)(titled('an unchanged program', reason), () => {
  it.each(layouts)('finds $name', async ({ make }) => {
    const root = makeRoot(undefined)
    put(join(root, 'home', 'canary'), 'x')

    const { tail } = await runIn({ root, uid: undefined, ...make(root) })

    expect(tail).toMatch(/^works/)
  })

  it('fails with a sentence when its interpreter is not there', async () => {
    const root = makeRoot(undefined)
    const program = '#!/usr/bin/env python2.3\nprint 1\n'

    expect((await runIn({ root, uid: undefined, program })).tail).toBe(
      'The program look names the interpreter python2.3 in its first line, which is ' +
        'not installed or hidden by the sandbox; add its folder to job.sandboxPaths',
    )
  })
})

const everything = {
  ...{ ASSAY_DATA_DIR: '/place/data', ASSAY_JOB_DIRECTORY: '/place/running/jobs' },
  ...{ ASSAY_CONFIG: '/place/etc/assay.yaml', ASSAY_SECRET_KEY_FILE: '/place/secrets/key' },
  ...{ ASSAY_HTTP_TLS_KEY: '/place/tls/key.pem', ASSAY_HTTP_TLS_CERT: '/place/tls-cert/cert.pem' },
  ...{ ASSAY_BLOBS_URL: 'file:/place/files', ASSAY_DOCKER_HOST: 'unix:///place/docker/socket' },
  ...{ ASSAY_KUBERNETES_KUBECONFIG: '/place/kube/config' },
  ...{ ASSAY_KUBERNETES_TOKENFILE: '/place/token/token', PGPASSFILE: '/place/pg/pass' },
  ASSAY_DATABASE_URL: 'postgres://a@db/a?sslkey=/place/client/key&host=/place/sockets',
}

describe.skipIf(notLinux !== undefined)('what belongs to the server', () => {
  const texts: Record<string, string> = {
    '/place/etc/assay.yaml': '{}',
    '/place/secrets/key': 'k'.repeat(44),
  }
  const config = loadConfig({ environment: everything, readFile: (path) => texts[path] ?? '' })
  const files = serverFiles(config)
  const folder = '/nowhere/job'

  it('is all that the settings name', () => {
    const named = Object.values(everything).flatMap((text) => text.match(/\/place[\w./-]*/g) ?? [])
    const secret = named.filter((path) => path !== '/place/tls-cert/cert.pem')
    expect(secret.filter((path) => !files.some((file) => file.path === path))).toEqual([])
  })

  it.each(files.filter(({ path }) => path.startsWith('/place')))(
    'is refused in a folder that programs see: $what, $path',
    ({ path }) => {
      const conflictsOf = (options: Parameters<typeof bubblewrap>[0], workingFolder = '/usr') =>
        bubblewrap({ serverFiles: [{ what: 'it', path: moved }], ...options })
          .view({ workingFolder, folder })
          .conflicts.map(conflictText)
      const root = makeRoot(undefined)
      const moved = join(root, path)
      put(join(dirname(moved), 'bin', 'tool'), '', 0o755)
      const at = `Programs could read it: ${moved} is inside ${dirname(moved)}, which is exposed because`

      expect(conflictsOf({}, dirname(moved))).toEqual([
        `${at} it is a catalog folder. Move it elsewhere, or use a separate catalog folder.`,
      ])
      expect(conflictsOf({ added: [dirname(moved)] })).toEqual([
        `${at} job.sandboxPaths names it. Move it elsewhere, or remove the folder from job.sandboxPaths.`,
      ])
      const PATH = join(dirname(moved), 'bin')
      expect(conflictsOf({ environment: { PATH } })).toEqual([
        `${at} PATH names ${PATH}. Move it elsewhere, or remove the folder from that environment variable.`,
      ])
      expect(conflictsOf({})).toEqual([])
    },
  )

  it('is not shown because a program names an interpreter there, or a link leads there', () => {
    const root = makeRoot(undefined)
    const key = put(join(root, 'app', 'lib', 'key'), 'x', 0o755)
    const tool = linked('/bin/sh', join(root, 'app', 'bin', 'tool'))
    linked(put(join(root, 'app', 'start'), '#!/bin/sh\n', 0o755), join(root, 'links', 'start'))
    const catalogue = join(root, 'catalogue')
    mkdirSync(catalogue)
    const { view } = bubblewrap({
      environment: { PATH: `${root}/links` },
      serverFiles: [{ what: 'the master key', path: key }],
    })

    for (const interpreter of [tool, key, 'start']) {
      const seen = view({ workingFolder: catalogue, folder, interpreter })
      expect([seen.conflicts, seen.shows(key)]).toEqual([[], false])
    }
    expect(view({ workingFolder: catalogue, folder, interpreter: key }).missing).toBe('interpreter')
  })
})
