// Brings a checkout to the point where the server or the tests can run: packages, Node 24, sources that
// follow from others, the built page and program. Called before `npm start` and `npm test` by whatever
// Node the machine has (18 or newer), so it uses nothing but Node itself, and it must cost almost nothing
// when there is nothing to do.
import { spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { pathToFileURL } from 'node:url'
import { withLock } from './setup-lock.mjs'
import {
  hashOfPackages,
  hashOfTrees,
  inRoot,
  isInstalledByHand,
  readJson,
  root,
} from './setup-state.mjs'

const neededMajor = 24
// Inside node_modules: deleting the packages deletes this state, too.
const stampFile = inRoot('node_modules', '.assay-setup.json')
export const projectNode =
  process.platform === 'win32'
    ? inRoot('node_modules', 'node', 'bin', 'node.exe')
    : inRoot('node_modules', '.bin', 'node')

// From the second start on, this script itself runs under the Node in node_modules. What counts,
// and what may replace that folder, is the Node that runs npm.
export const machineNode = process.env.npm_node_execpath ?? process.execPath
const machineVersion =
  /node\/(v\S+)/.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? process.version
const isMachineNodeNew = Number.parseInt(machineVersion.slice(1), 10) >= neededMajor

class SetupError extends Error {}

const writeStamp = (part) =>
  writeFileSync(stampFile, JSON.stringify({ ...readJson(stampFile), ...part }))

const hasNode = () => isMachineNodeNew || existsSync(projectNode)

const needsInstall = (packages) => readJson(stampFile)?.packages !== packages || !hasNode()

async function install(packages) {
  if (hasNode() && isInstalledByHand()) return writeStamp({ packages })
  const isFirst = !existsSync(inRoot('node_modules'))
  say(`Installing packages (${isFirst ? 'first start only' : 'they have changed'}) …`)
  // npm compares the packages' wishes with the machine's Node, but they run under Node 24: its page
  // of warnings, or its refusal under engine-strict, would be wrong.
  const quiet = [
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--no-update-notifier',
    '--engine-strict=false',
  ]
  const code = await withCache((options) => runNpm(['ci', '--include=dev', ...quiet, ...options]))
  if (code !== 0) {
    throw new SetupError(
      'npm ci could not install the packages (its message is above).\n' +
        'After a change to a package.json, run npm install once. Otherwise check the network and the\n' +
        'free disk space, then run the same command again.',
    )
  }
  writeStamp({ packages })
}

// npm installs nothing without a cache, which it has in the home folder: that may be read-only, or
// belong to the account that ran sudo. Then there is one here for as long as the installation takes.
async function withCache(work) {
  if (isWritable(process.env.npm_config_cache)) return work([])
  const cache = inRoot('.npm-cache')
  const remove = () => rmSync(cache, { recursive: true, force: true })
  process.on('exit', remove)
  try {
    return await work([`--cache=${cache}`])
  } finally {
    process.off('exit', remove)
    remove()
  }
}

function isWritable(folder) {
  // npm names it to the scripts that it runs; without that name, it is npm's own business.
  if (folder === undefined) return true
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function checkNode() {
  const found = existsSync(projectNode)
    ? spawnSync(projectNode, ['--version'], { encoding: 'utf8' }).stdout?.trim()
    : undefined
  if (found?.startsWith(`v${neededMajor}.`)) return
  if (isMachineNodeNew && found === undefined) return
  throw new SetupError(
    found === undefined
      ? `Node ${neededMajor} is missing: npm did not run the install script that brings it.\n` +
          'Is ignore-scripts set? Run:  npm rebuild node --ignore-scripts=false\n' +
          `or install Node ${neededMajor} on this machine (it has ${machineVersion}).`
      : `node_modules holds Node ${found || '(not runnable here)'} instead of ${neededMajor}.\n` +
          'Remove the folder node_modules and run the same command again.',
  )
}

// Each is built by `npm run build` of its workspace. The program runs straight from its sources as
// well; in one file it starts in a third of the time. A part of the sources is written for every goal,
// and first: types, the page and the client are made of it.
const builds = [
  {
    workspace: 'contract',
    what: 'list of calls',
    output: ['contract', 'dist', 'routes.ts'],
    sources: ['contract/src', 'contract/build'],
    isSource: true,
  },
  {
    workspace: 'web',
    what: 'web page',
    output: ['web', 'dist', 'index.html'],
    sources: [
      'web/src',
      'web/index.html',
      'web/vite.config.ts',
      'web/public',
      'contract/src',
      'contract/package.json',
      'analyzers/src',
      'analyzers/package.json',
    ],
  },
  {
    workspace: 'server',
    what: 'program',
    output: ['server', 'dist', 'main.js'],
    // The version is in the manifest.
    sources: [
      'package.json',
      'server/src',
      'server/rolldown.config.mjs',
      'contract/src',
      'analyzers/src',
    ],
  },
]

const staleBuilds = (packages, goal) =>
  builds
    .filter(({ isSource }) => isSource || goal !== 'install')
    .map((build) => ({ ...build, hash: hashOfTrees(packages, build) }))
    .filter(
      ({ workspace, hash, output }) =>
        readJson(stampFile)?.[workspace] !== hash || !existsSync(inRoot(...output)),
    )

async function build({ workspace, what, hash }, goal) {
  say(`Building the ${what} …`)
  // The list of what was built is noise; errors come on the other stream.
  const stdio = ['inherit', 'ignore', 'inherit']
  const code = await runNpm(['run', '--silent', 'build', '--workspace', workspace], stdio)
  if (code === 0) return writeStamp({ [workspace]: hash })
  const problem = `The ${what} could not be built; fix what is named above and run again.`
  if (goal === 'start') throw new SetupError(problem)
  // Checks and tests still run, so one run shows all; what is missing fails there.
  say(`\n${problem}\n`)
}

function runNpm(args, stdio = 'inherit') {
  // npm hands its own path to the scripts it runs; the same npm is then used for the steps inside.
  const npm = process.env.npm_execpath
  const isScript = npm !== undefined && /npm-cli\.c?js$/.test(npm)
  const [command, first] = isScript ? [machineNode, [npm]] : ['npm', []]
  return new Promise((resolve) => {
    const shell = !isScript && process.platform === 'win32'
    const child = spawn(command, [...first, ...args], { cwd: root, stdio, shell })
    // Ctrl-C reaches the child by itself, and this process waits for it; a plain kill is passed on.
    let stopped = false
    const onInterrupt = () => {
      stopped = true
    }
    const onTerminate = () => {
      stopped = true
      child.kill('SIGTERM')
    }
    const listeners = { SIGINT: onInterrupt, SIGTERM: onTerminate, SIGHUP: onTerminate }
    for (const [signal, listener] of Object.entries(listeners)) process.on(signal, listener)
    child.on('error', (error) => {
      say(`${command}: ${error.message}`)
      resolve(1)
    })
    child.on('close', (code) => {
      if (stopped) process.exit(130)
      for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener)
      resolve(code ?? 1)
    })
  })
}

const say = (line) => process.stdout.write(`${line}\n`)

// start | test: prepare for that command. install: only the packages and sources. verify: only report
// by the exit code whether all is done.
export async function prepare(goal) {
  try {
    await bringUpToDate(goal)
    return true
  } catch (error) {
    const text = error instanceof SetupError ? error.message : error.stack
    process.stderr.write(`\nThe setup (${goal}) failed.\n${text}\n`)
    return false
  }
}

async function bringUpToDate(goal) {
  const packages = hashOfPackages()
  if (!needsInstall(packages) && staleBuilds(packages, goal).length === 0) return
  if (goal === 'verify')
    throw new SetupError('Packages, list of calls, web page or program are not up to date.')
  await withLock(inRoot('.setup.lock'), say, async () => {
    // Asked again: another setup may have done the work while this one waited.
    if (needsInstall(packages)) {
      await install(packages)
      checkNode()
    }
    for (const stale of staleBuilds(packages, goal)) await build(stale, goal)
  })
}

// The checkout may be reached through a link; the address of a module never has one in it.
const script = process.argv[1]
if (script !== undefined && pathToFileURL(realpathSync(script)).href === import.meta.url) {
  process.exitCode = (await prepare(process.argv[2] ?? 'start')) ? 0 : 1
}
