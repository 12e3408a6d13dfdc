import { contract } from '@assay/contract'
import { routeLists, unsupported } from './routes.ts'

export type State = 'supported' | 'not supported' | 'missing'
export interface Found {
  readonly route: string
  readonly state: State
  readonly note: string
}

/** `:id` and `{}` are the same in a comparison. */
const shape = (method: string, path: string) => `${method} ${path.replace(/:\w+|\{\}/g, '{}')}`

/** Every path of the contract, with the name of its call. */
export const supported: ReadonlyMap<string, string> = new Map(
  Object.entries(contract).flatMap(([name, { method, path, aliases }]) =>
    [path, ...aliases].map((each: string): [string, string] => [shape(method, each), name]),
  ),
)

const reasonOf = (route: string) =>
  Object.entries(unsupported).find(([pattern]) =>
    pattern.endsWith('*') ? route.startsWith(pattern.slice(0, -1)) : route === pattern,
  )?.[1]

export const routesOf = (text: string): string[] => text.trim().split('\n')

/** Version 0 has two prefixes. */
const otherPrefix = (route: string) => route.replace(' /api/', ' /api/v0/')

export function stateOf(route: string, hasTwoPrefixes: boolean): Found {
  const reason = reasonOf(route)
  if (reason !== undefined) return { route, state: 'not supported', note: reason }
  const name = supported.get(route)
  if (name === undefined) return { route, state: 'missing', note: '' }
  const isAlone =
    hasTwoPrefixes && !route.includes(' /api/v0/') && !supported.has(otherPrefix(route))
  return { route, state: 'supported', note: isAlone ? 'not under `/api/v0`' : '' }
}

/** The part of `docs/compatibility.md` that is generated from the routes. */
export function compatibilityTables(): string {
  const lists = routeLists.map((list) => ({
    ...list,
    found: routesOf(list.routes).map((route) => stateOf(route, list.title.endsWith('version 0'))),
  }))
  const count = (found: readonly Found[], state: State) =>
    found.filter((each) => each.state === state).length
  const summary = lists.map(
    ({ title, found }) =>
      `| ${title} | ${found.length} | ${count(found, 'supported')} | ${count(found, 'not supported')} | ${count(found, 'missing')} |`,
  )
  const tables = lists.map(({ title, about, found }) =>
    [
      `## ${title}`,
      ...(about ? ['', about] : []),
      '',
      '| route | state | notes |',
      '|---|---|---|',
      ...found.map(
        ({ route, state, note }) => `| \`${route.replace('|', '\\|')}\` | ${state} | ${note} |`,
      ),
    ].join('\n'),
  )
  return [
    '| | routes | supported | not supported by design | missing |',
    '|---|---|---|---|---|',
    ...summary,
    '',
    tables.join('\n\n'),
    '',
  ].join('\n')
}
