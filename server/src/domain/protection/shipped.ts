import { canonicalHost, formatNetwork, type ProtectedKind } from '@assay/contract'
import { everySuffix, type ProtectedEntry, readName, readRange } from './entries.ts'

const shippedPrefix = 'shipped-'

/** Entries that come with the program; an organization, or a superadmin for all, can disable each. */
const table: readonly (readonly [
  name: string,
  kind: ProtectedKind,
  value: string,
  note: string,
])[] = [
  ['private-10', 'range', '10.0.0.0/8', 'Private network'],
  ['private-172', 'range', '172.16.0.0/12', 'Private network'],
  ['private-192', 'range', '192.168.0.0/16', 'Private network'],
  ['private-v6', 'range', 'fc00::/7', 'Private network (unique local)'],
  ['loopback', 'range', '127.0.0.0/8', 'Loopback'],
  ['loopback-v6', 'range', '::1/128', 'Loopback'],
  ['unspecified', 'range', '0.0.0.0/8', 'This network'],
  ['unspecified-v6', 'range', '::/128', 'Unspecified address'],
  ['link-local', 'range', '169.254.0.0/16', 'Link-local, metadata service of cloud machines'],
  ['link-local-v6', 'range', 'fe80::/10', 'Link-local'],
  ['localhost', 'domain', 'localhost', 'Loopback'],
  ['google-1', 'range', '8.8.8.8/32', 'Public resolver (Google)'],
  ['google-2', 'range', '8.8.4.4/32', 'Public resolver (Google)'],
  ['google-3', 'range', '2001:4860:4860::8888/128', 'Public resolver (Google)'],
  ['google-4', 'range', '2001:4860:4860::8844/128', 'Public resolver (Google)'],
  ['cloudflare-1', 'range', '1.1.1.1/32', 'Public resolver (Cloudflare)'],
  ['cloudflare-2', 'range', '1.0.0.1/32', 'Public resolver (Cloudflare)'],
  ['cloudflare-3', 'range', '2606:4700:4700::1111/128', 'Public resolver (Cloudflare)'],
  ['cloudflare-4', 'range', '2606:4700:4700::1001/128', 'Public resolver (Cloudflare)'],
  ['quad9-1', 'range', '9.9.9.9/32', 'Public resolver (Quad9)'],
  ['quad9-2', 'range', '149.112.112.112/32', 'Public resolver (Quad9)'],
  ['quad9-3', 'range', '2620:fe::fe/128', 'Public resolver (Quad9)'],
  ['quad9-4', 'range', '2620:fe::9/128', 'Public resolver (Quad9)'],
  ['opendns-1', 'range', '208.67.222.222/32', 'Public resolver (OpenDNS)'],
  ['opendns-2', 'range', '208.67.220.220/32', 'Public resolver (OpenDNS)'],
  ['opendns-3', 'range', '2620:119:35::35/128', 'Public resolver (OpenDNS)'],
  ['opendns-4', 'range', '2620:119:53::53/128', 'Public resolver (OpenDNS)'],
  ['suffixes', 'domain', everySuffix, 'Public suffixes such as com, co.uk and github.io'],
]

/** With the host by which this server is reached, if the settings name one. */
export function shippedEntries(publicUrl: string | undefined): ProtectedEntry[] {
  const own = publicUrl === undefined ? undefined : ownHost(publicUrl)
  return [
    ...table.map(([name, kind, value, note]) => ({
      id: `${shippedPrefix}${name}`,
      kind,
      value,
      note,
    })),
    ...(own ? [{ id: `${shippedPrefix}own-host`, ...own, note: 'Host of this server' }] : []),
  ]
}

function ownHost(publicUrl: string): Pick<ProtectedEntry, 'kind' | 'value'> | undefined {
  const host = canonicalHost(URL.parse(publicUrl)?.hostname ?? '')
  if (host === undefined) return undefined
  const range = readRange(host)
  if (range) return { kind: 'range', value: formatNetwork(range) }
  const name = readName(host)
  return name === undefined ? undefined : { kind: 'domain', value: name }
}
