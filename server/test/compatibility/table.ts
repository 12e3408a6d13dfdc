import { contract } from '@assay/contract'
import { refused, routeLists } from './routes.ts'

export type State = 'answered' | 'refused' | 'missing'
export interface Found {
  readonly route: string
  readonly state: State
  readonly note: string
}

/** `:id` and `{}` are the same to whoever compares. */
const shape = (method: string, path: string) => `${method} ${path.replace(/:\w+|\{\}/g, '{}')}`

/** Every path of ours that answers, with the name of its call. */
export const answered: ReadonlyMap<string, string> = new Map(
  Object.entries(contract).flatMap(([name, { method, path, aliases }]) =>
    [path, ...aliases].map((each: string): [string, string] => [shape(method, each), name]),
  ),
)

const reasonOf = (route: string) =>
  Object.entries(refused).find(([pattern]) =>
    pattern.endsWith('*') ? route.startsWith(pattern.slice(0, -1)) : route === pattern,
  )?.[1]

export const routesOf = (text: string): string[] => text.trim().split('\n')

/** Version 0 has two prefixes. */
const otherPrefix = (route: string) => route.replace(' /api/', ' /api/v0/')

export function stateOf(route: string, hasTwoPrefixes: boolean): Found {
  const reason = reasonOf(route)
  if (reason !== undefined) return { route, state: 'refused', note: reason }
  const name = answered.get(route)
  if (name === undefined) return { route, state: 'missing', note: '' }
  const isAlone =
    hasTwoPrefixes && !route.includes(' /api/v0/') && !answered.has(otherPrefix(route))
  return { route, state: 'answered', note: isAlone ? 'not under `/api/v0`' : '' }
}

/** The part of `docs/compatibility.md` that follows from the routes. */
export function compatibilityTables(): string {
  const lists = routeLists.map((list) => ({
    ...list,
    found: routesOf(list.routes).map((route) => stateOf(route, list.title.endsWith('version 0'))),
  }))
  const count = (found: readonly Found[], state: State) =>
    found.filter((each) => each.state === state).length
  const summary = lists.map(
    ({ title, found }) =>
      `| ${title} | ${found.length} | ${count(found, 'answered')} | ${count(found, 'refused')} | ${count(found, 'missing')} |`,
  )
  const tables = lists.map(({ title, about, found }) =>
    [
      `## ${title}`,
      ...(about ? ['', about] : []),
      '',
      '| route | | |',
      '|---|---|---|',
      ...found.map(
        ({ route, state, note }) => `| \`${route.replace('|', '\\|')}\` | ${state} | ${note} |`,
      ),
    ].join('\n'),
  )
  return [
    '| | routes | answered | refused on purpose | missing |',
    '|---|---|---|---|---|',
    ...summary,
    '',
    tables.join('\n\n'),
    '',
  ].join('\n')
}
