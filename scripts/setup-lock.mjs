// One setup at a time in one checkout: `npm start` and `npm test` in two terminals must not install
// into the same folder at once.
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 250
const heartbeatMs = 2000
const silentMs = 20_000

export async function withLock(path, say, work) {
  const token = `${process.pid} ${hostname()} ${Date.now()}`
  await acquire(path, token, say)
  // The work runs in child processes, so this timer keeps ticking while they do.
  const heartbeat = setInterval(() => touch(path), heartbeatMs)
  const release = () => {
    if (read(path)?.text === token) rmSync(path, { force: true })
  }
  process.on('exit', release)
  try {
    await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

async function acquire(path, token, say) {
  let seen = ''
  let seenAt = 0
  let hasSaid = false
  for (;;) {
    if (create(path, token)) {
      // Two waiting setups may both have thrown out the same dead lock, the second one removing the
      // first one's new lock. After a moment only one of them still finds its own name in the file.
      if (seen !== '') await sleep(pollMs)
      if (read(path)?.text === token) return
    }
    const lock = read(path)
    if (!lock) continue
    if (lock.text + lock.mtimeMs !== seen) {
      seen = lock.text + lock.mtimeMs
      seenAt = Date.now()
    }
    // A living holder touches the file. Only what this process saw itself is counted, so neither a
    // wrong clock nor a reused process number keeps a dead lock alive.
    if (isHolderGone(lock.text) || Date.now() - seenAt > silentMs) {
      if (read(path)?.text === lock.text) rmSync(path, { force: true })
      continue
    }
    if (!hasSaid) say('Another setup is running in this folder; waiting for it …')
    hasSaid = true
    await sleep(pollMs)
  }
}

function create(path, token) {
  try {
    writeFileSync(path, token, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function read(path) {
  try {
    return { text: readFileSync(path, 'utf8'), mtimeMs: statSync(path).mtimeMs }
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function touch(path) {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // The lock was removed by hand; the work continues.
  }
}

// A process number only means something on its own machine; a shared folder may be held from
// another.
function isHolderGone(text) {
  const [pid, host] = text.split(' ')
  if (host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
