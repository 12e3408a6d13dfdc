import { type AnyEndpoint, contract } from '@assay/contract'
import { multipart, urlEncoded } from '../forms.ts'
import { ownParameter, requiredOf, type Slot, sampleOf, slotsOf } from './hostile-samples.ts'
import { type Kind, kinds, objectsOf, valuesOf } from './hostile-values.ts'
import { type Caller, callers, type Things, type World } from './hostile-world.ts'
import type { CallOptions } from './target.ts'

export interface HostileRequest {
  readonly call: string
  readonly endpoint: AnyEndpoint
  readonly caller: Caller
  readonly kind: Kind
  readonly turn: number
  readonly method: string
  readonly path: string
  readonly options: CallOptions
  /** So the reader of a failure can send it again. */
  readonly described: string
}

const [root, ada] = callers
/** The caller with the most rights: a stranger learns little from a refusal. */
const strongest = ({ roles }: AnyEndpoint) =>
  roles === 'public' || roles === 'any' || roles.some((role: string) => role !== 'superadmin')
    ? ada
    : root

/** These number what they make or change the callers themselves, whatever is sent. */
const isSpared = (call: string, slot: Slot, kind: Kind, caller: Caller) =>
  // A superadmin may change every user and organization: that is not an attack, and would end those of
  // others.
  caller === root &&
  kind === 'foreign' &&
  /User|Organization|Password|Key/.test(call) &&
  slot.type === 'param'

/** Name, type and schema of an input: those that many calls share are read by the same code. */
const sharedKey = ({ input, params }: AnyEndpoint, { name, type }: Slot) =>
  JSON.stringify([name, type, input.properties[name] ?? params.properties[name]])

const sharedBy = Map.groupBy(
  (Object.values(contract) as AnyEndpoint[]).flatMap((endpoint) =>
    slotsOf(endpoint).map((slot) => sharedKey(endpoint, slot)),
  ),
  (key) => key,
)

/**
 * The kinds for each input. One that calls share is tried with what belongs to others in all of them, since
 * each call checks the owner separately, and with the other kinds in turn: with each at least once.
 */
function kindsInTurn() {
  const seen = new Map<string, number>()
  const others = kinds.filter((kind) => kind !== 'foreign')
  return (endpoint: AnyEndpoint, slot: Slot): readonly Kind[] => {
    if (slot.type === 'number') return ['type', 'text']
    const key = sharedKey(endpoint, slot)
    const each = Math.ceil(others.length / (sharedBy.get(key)?.length ?? 1))
    const turn = seen.get(key) ?? 0
    seen.set(key, turn + each)
    const own = Array.from(
      { length: each },
      (_, at) => others[(turn + at) % others.length] ?? 'text',
    )
    return ['foreign', ...own]
  }
}

/**
 * Every input of every call with a value of every kind, or of some where calls share it, by the caller
 * with the most rights and by one of the others in turn. `rounds` above 1 goes through all kinds, and
 * through further values and callers. `shares` are the wanted thirds of it, each with some of the kinds
 * of every call: two databases divide the work.
 */
export function* hostileRequests(
  world: World,
  rounds: number,
  shares: readonly number[],
): Generator<HostileRequest> {
  let turn = 0
  for (let round = 0; round < rounds; round += 1) {
    const kindsOf = rounds > 1 ? () => kinds : kindsInTurn()
    for (const [number, [call, endpoint]] of (
      Object.entries(contract) as [string, AnyEndpoint][]
    ).entries()) {
      const pairs = slotsOf(endpoint).flatMap((slot) =>
        kindsOf(endpoint, slot).map((kind) => ({ slot, kind })),
      )
      for (const [at, { slot, kind }] of pairs.entries()) {
        if (pairs.length > 2 && !shares.includes((at + number) % 3)) continue
        const others = callers.filter((caller) => caller !== strongest(endpoint))
        const other = others[(turn + round) % others.length] ?? root
        // By the weaker ones every third: most of theirs are refused, and one does as well as ten.
        const chosen =
          turn % 3 === 0 || rounds > 1 ? [strongest(endpoint), other] : [strongest(endpoint)]
        for (const caller of chosen) {
          turn += 1
          const tried = isSpared(call, slot, kind, caller) ? 'path' : kind
          yield make(world, call, endpoint, slot, tried, caller, turn + round * 7)
        }
      }
    }
  }
}

/** Of a megabyte that is only shown. */
const beginning = (_: string, value: unknown) =>
  typeof value === 'string' ? value.slice(0, 160) : value

function make(
  world: World,
  call: string,
  endpoint: AnyEndpoint,
  slot: Slot,
  kind: Kind,
  caller: Caller,
  turn: number,
): HostileRequest {
  const own = caller.organization ?? 'alpha'
  const things = world.things[own]
  const values = valuesOf(kind, world, caller.organization, turn)
  const plain = values[turn % values.length]
  const choices =
    slot.type === 'object' && turn % 4 !== 0 ? objectsOf(kind, plain, slot.name) : [plain]
  const chosen = choices[turn % choices.length]
  const value = slot.type === 'list' && turn % 2 === 0 ? [chosen, chosen] : chosen
  const sent = encoded(endpoint, slot, value, things, turn)
  const as = caller.login === 'nobody' ? undefined : caller.login
  const shown = JSON.stringify(value, beginning)?.slice(0, 160)
  return {
    ...{ call, endpoint, caller, kind, turn, method: endpoint.method, path: sent.path },
    options: { ...sent.options, as },
    described: `${endpoint.method} ${sent.path.slice(0, 200)} (${call}) as ${caller.login}, ${slot.name} (${kind}, ${sent.form}) = ${shown}`,
  }
}

function encoded(endpoint: AnyEndpoint, slot: Slot, value: unknown, things: Things, turn: number) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  // A path beyond 16 kB is refused by HTTP itself; this is what gets through.
  const short = encodeURIComponent(text.toWellFormed().slice(0, 4000)) || '%20'
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    slot.type === 'param' && name === slot.name
      ? short
      : encodeURIComponent(ownParameter(name, endpoint, things)),
  )
  const input: Record<string, unknown> = {}
  for (const name of requiredOf(endpoint)) input[name] = sampleOf(name, endpoint, things, turn)
  if (slot.type !== 'param')
    Object.defineProperty(input, slot.name, { value, enumerable: true, configurable: true })
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    const search = urlEncoded(wellFormed(input)).slice(0, 12_000)
    return { path: search === '' ? path : `${path}?${search}`, options: {}, form: 'query' }
  }
  if (slot.type === 'file' && turn % 2 === 0) {
    const { [slot.name]: _, ...rest } = input
    const filename = text.replace(/["\r\n]/g, '').slice(0, 300)
    const { payload, headers } = multipart(
      { name: '_json', value: JSON.stringify(rest) },
      { name: slot.name, filename, value: text },
    )
    return { path, options: { body: payload, headers }, form: 'file' }
  }
  const form = turn % 5
  if (form === 1) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { path, options: { body: urlEncoded(wellFormed(input)), headers }, form: 'form' }
  }
  if (form === 2) {
    const { payload, headers } = multipart({ name: '_json', value: JSON.stringify(input) })
    return { path, options: { body: payload, headers }, form: 'multi-part' }
  }
  return { path, options: { json: input }, form: 'JSON' }
}

const wellFormed = (input: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : value,
    ]),
  )
