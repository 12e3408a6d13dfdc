// Loaded before the program by `--import`: it is killed at the next call that runs something on an engine, `before`
// anything is sent or `after` the whole answer came, whichever the file says.
import { readFileSync } from 'node:fs'

const file = process.env.TEST_KILL_FILE
const rightFetch = globalThis.fetch
const wanted = () => readFileSync(file, 'utf8').trim()
const die = () => process.kill(process.pid, 'SIGKILL')

globalThis.fetch = async (input, init) => {
  const isRun = init?.method === 'POST' && /\/run$/.test(String(input?.url ?? input))
  if (!isRun) return rightFetch(input, init)
  if (wanted() === 'before') {
    die()
    return new Promise(() => undefined)
  }
  const answer = await rightFetch(input, init)
  if (wanted() !== 'after') return answer
  await answer.text()
  die()
  return new Promise(() => undefined)
}
