import { organizations, type World } from './hostile-world.ts'
import { besideData } from './target.ts'

/** The kinds of malice, each tried on every input of every call. */
export const kinds = [
  'path',
  'address',
  'large',
  'pattern',
  'foreign',
  'prototype',
  'type',
  'text',
] as const
export type Kind = (typeof kinds)[number]

const megabyte = 'a'.repeat(1_000_000)
const evil = `*${'a'.repeat(240)}b*`
const hosts = [
  '127.0.0.1',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f.1',
  '[::1]',
  '0.0.0.0',
  '[::ffff:127.0.0.1]',
  'user@127.0.0.1',
  '①②⑦.0.0.1',
]

const nested = (levels: number, wrap: (inner: unknown) => unknown) => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = wrap(value)
  return value
}

const paths = ({ target: { data } }: World) => [
  '/etc/passwd',
  `${data}/master.key`,
  '../../master.key',
  `file://${data}/master.key`,
  '/proc/self/environ',
  besideData({ data }, 'beside-data.txt'),
  besideData({ data }, 'assay.yaml'),
  'server:../beside-data.txt',
  'upload:../../master.key',
  '..%2f..%2fmaster.key',
]

/** Each request asks under its own path, which identifies a connection. */
const addresses = ({ insider }: World, turn: number) => {
  const url = `http://${hosts[turn % hosts.length]}:${insider.port}/turn-${turn}`
  return [
    url,
    url.replace('http:', 'https:'),
    `127.0.0.1:${insider.port}`,
    `//127.0.0.1:${insider.port}/turn-${turn}`,
  ]
}

const patterns = [
  evil,
  '(a+)+$',
  '0-999999999',
  'all',
  '*'.repeat(255),
  '%_%'.repeat(80),
  `${'{"_not":'.repeat(2000)}1${'}'.repeat(2000)}`,
  '[a-z]{1,1000}{1,1000}',
  '999999999999hours',
  '-99999999999999999999',
]

/** The same for inputs that take JSON: searches, filters, aggregations, configurations. */
const trees = [
  {
    _or: Array.from({ length: 40 }, (_, n) => ({
      _wildcard: { _field: 'data', _value: `${evil}${n}` },
    })),
  },
  { _like: { _field: 'title', _value: evil } },
  { _like: { _field: 'description', _value: evil } },
  { _string: `data:${evil}` },
  nested(3000, (inner) => ({ _not: inner })),
  { _in: { _field: 'status', _values: Array.from({ length: 20_000 }, (_, n) => `v${n}`) } },
  { _and: Array.from({ length: 2000 }, () => ({ status: 'x' })) },
  { _between: { _field: 'createdAt', _from: -1e300, _to: 1e300 } },
  { _field: 'organization', _value: 'beta' },
  { _parent: { _type: 'case', _query: nested(100, (inner) => ({ _and: [inner] })) } },
]

const prototypes = [
  '__proto__',
  'constructor',
  'toString',
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"roles":["superadmin"]}}}'),
  JSON.parse('{"hasOwnProperty":1,"toJSON":"x","then":"x"}'),
]

const types = [
  null,
  [],
  {},
  true,
  1e308,
  -1,
  2 ** 53,
  [[['x']]],
  [null],
  { a: { b: {} } },
  '1e999',
  0.1,
  ['a', 1, null],
]

const texts = [
  'a\u0000b',
  '\ud800',
  '\u202eevil',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '#{7*7}{{7*7}}',
  '\r\nX-Injected: yes',
  '%00%0d%0a',
  'ü'.repeat(3000),
  '',
  ' ',
  '﷽',
]

/** What belongs to others: of every kind, by id and by name. */
function foreign({ things }: World, own: string | undefined): string[] {
  const others = organizations.filter((name) => name !== own)
  return others.flatMap((name) => Object.values(things[name]))
}

/** All values of a kind for one input; `turn` makes each request different, and every run the same. */
export function valuesOf(
  kind: Kind,
  world: World,
  own: string | undefined,
  turn: number,
): readonly unknown[] {
  switch (kind) {
    case 'path':
      return paths(world)
    case 'address':
      return addresses(world, turn)
    case 'large':
      return [megabyte, `${megabyte}b`, 'é'.repeat(400_000)]
    case 'pattern':
      return patterns
    case 'foreign':
      return foreign(world, own)
    case 'prototype':
      return prototypes
    case 'type':
      return types
    case 'text':
      return texts
  }
}

/** For inputs that are objects: the value somewhere in one, or a tree that costs. */
export const objectsOf = (kind: Kind, value: unknown, name: string): unknown[] =>
  kind === 'pattern'
    ? trees
    : name === 'configuration' || name === 'config'
      ? ['rules', 'server', 'url', 'proxy_http', 'block_lists', 'feed'].flatMap((item) => [
          { [item]: value },
          { [item]: [value] },
        ])
      : [
          { _field: 'data', _value: value },
          { [String(value).slice(0, 300)]: value },
          { _id: value },
          { _any: value, status: value },
          { config: { rules: [value] } },
        ]
