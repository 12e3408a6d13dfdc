import { readFileSync } from 'node:fs'

// Loaded before the program by `--import`: a journey lets hours pass by writing into a file how many milliseconds
// the program's clock is ahead. Not the monotonic one, which no administrator can set either.
const file = process.env.TEST_CLOCK_FILE ?? ''
const RightDate = Date
const lookMs = 100
let readAt = Number.NEGATIVE_INFINITY
let ahead = 0

function now() {
  const present = performance.now()
  if (present - readAt > lookMs) {
    readAt = present
    ahead = Number(readFileSync(file, 'utf8'))
  }
  return RightDate.now() + ahead
}

globalThis.Date = new Proxy(RightDate, {
  construct: (target, args, asked) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, asked),
  apply: () => new RightDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
