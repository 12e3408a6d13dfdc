// Loaded before the program by `--import`: its clock goes wrong by this much. Not the monotonic one, which
// no administrator can set either.
const wrongMs = Number(process.env.TEST_CLOCK_MS)
const RightDate = Date
const now = () => RightDate.now() + wrongMs

globalThis.Date = new Proxy(RightDate, {
  construct: (target, args, asked) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, asked),
  apply: () => new RightDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
