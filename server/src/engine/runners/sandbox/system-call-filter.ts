// Kernel features that a sandboxed program does not need, as a seccomp filter. Namespaces do not cover
// them: keys of the user and of the session are those of the server and of other jobs, and a hypervisor
// socket (AF_VSOCK) leads out where there is no network.

/** Numbers of the calls; of one processor, and of the older one whose programs it runs as well. */
interface Calls {
  readonly architecture: number
  readonly absent: readonly number[]
  readonly unshare: number
  readonly clone: number
  readonly clone3: number
  readonly socket: number
  /** Calls from here on are a second set of the same. */
  readonly doubledFrom?: number
}

const uring = [425, 426, 427]

/** `absent`: add_key, request_key, keyctl, bpf, userfaultfd, perf_event_open, io_uring. */
const x64: Calls = {
  architecture: 0xc000003e,
  absent: [248, 249, 250, 321, 323, 298, ...uring],
  ...{ unshare: 272, clone: 56, clone3: 435, socket: 41, doubledFrom: 0x4000_0000 },
}
/** And socketcall, which hides the actual call from a filter. */
const x86: Calls = {
  architecture: 0x40000003,
  absent: [286, 287, 288, 357, 374, 336, 102, ...uring],
  ...{ unshare: 310, clone: 120, clone3: 435, socket: 359 },
}
const arm64: Calls = {
  architecture: 0xc00000b7,
  absent: [217, 218, 219, 280, 282, 241, ...uring],
  ...{ unshare: 97, clone: 220, clone3: 435, socket: 198 },
}
const arm: Calls = {
  architecture: 0x40000028,
  absent: [309, 310, 311, 386, 388, 364, 102, ...uring],
  ...{ unshare: 337, clone: 120, clone3: 435, socket: 281 },
}
const riscv64: Calls = { ...arm64, architecture: 0xc00000f3 }

const processors: Readonly<Record<string, readonly Calls[]>> = {
  x64: [x64, x86],
  arm64: [arm64, arm],
  riscv64: [riscv64],
}

/** AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK, which lists the devices. */
const families = [1, 2, 10, 16]
const newUserSpace = 0x1000_0000

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const unlessEqual = (value: number, skip: number): Instruction => [0x15, 0, skip, value]
const answer = (value: number): Instruction => [0x06, 0, 0, value]
const refuse = (error: number) => answer(0x0005_0000 | error)
const allow = answer(0x7fff_0000)
const [notPermitted, noSuchCall, noSuchFamily] = [1, 38, 97]
const [callAt, architectureAt, argumentAt] = [0, 4, 16]

export interface FilterOptions {
  /** Whether it may make user name spaces, in which it would have all rights over a part of the kernel. */
  readonly mayNest: boolean
}

/** As the kernel reads it; undefined for a processor whose calls are not known here. */
export function systemCallFilter(processor: string, options: FilterOptions): Buffer | undefined {
  const known = processors[processor]
  if (!known) return undefined
  const program = [
    load(architectureAt),
    ...known.flatMap((calls) => {
      const block = blockOf(calls, options)
      return [unlessEqual(calls.architecture, block.length), ...block]
    }),
    refuse(noSuchCall),
  ]
  const bytes = Buffer.alloc(program.length * 8)
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(ifTrue, index * 8 + 2)
    bytes.writeUInt8(ifFalse, index * 8 + 3)
    bytes.writeUInt32LE(value, index * 8 + 4)
  }
  return bytes
}

function blockOf(calls: Calls, { mayNest }: FilterOptions): Instruction[] {
  // Its flags lie in memory, where a filter cannot look; without it the older call is used.
  const absent = mayNest ? calls.absent : [...calls.absent, calls.clone3]
  return [
    load(callAt),
    ...(calls.doubledFrom === undefined
      ? []
      : [[0x35, 0, 1, calls.doubledFrom] as const, refuse(noSuchCall)]),
    ...absent.flatMap((call) => [unlessEqual(call, 1), refuse(noSuchCall)]),
    ...(mayNest ? [] : [calls.unshare, calls.clone]).flatMap((call): Instruction[] => [
      unlessEqual(call, 4),
      load(argumentAt),
      [0x45, 0, 1, newUserSpace],
      refuse(notPermitted),
      allow,
    ]),
    unlessEqual(calls.socket, 2 + 2 * families.length),
    load(argumentAt),
    ...families.flatMap((family) => [unlessEqual(family, 1), allow]),
    refuse(noSuchFamily),
    allow,
  ]
}
