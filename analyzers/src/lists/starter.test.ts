import { isHostName } from '@assay/contract/detect'
import { expect, it } from 'vitest'
import { starterContent } from '../kit/index.ts'
import { reportOf } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'

const lists = starterContent('lists').files.map((file) => ({
  name: file.name.replace(/\.txt$/, ''),
  entries: file
    .read(1_000_000)
    .toString()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#')),
}))

/** Names of the starter lists that know it. */
async function known(dataType: string, data: string, config = {}): Promise<unknown[]> {
  const { full } = await reportOf(analyzer, { dataType, data, config })
  const findings = (full.findings ?? []) as { id: string; parameters: { list: string } }[]
  return findings
    .filter(({ id }) => id === 'lists.service')
    .map(({ parameters }) => parameters.list)
}

/** Large and well known, and on no list: half of all mails and logs contain them. */
const ordinary = [
  'google.com',
  'www.microsoft.com',
  'login.microsoftonline.com',
  'github.com',
  'wikipedia.org',
  'amazon.com',
  'apple.com',
  'cloudflare.com',
  'example.org',
  'mozilla.org',
  'debian.org',
  'npmjs.com',
  'outlook.com',
  'gmail.com',
  'ietf.org',
  // They end like entries of the lists, but are different.
  'notbit.ly.example',
  'mybit.ly',
  'xngrok.io',
  'pastebin.com.example.org',
]

it('are six, each with entries that are host names and stand once in all of them', () => {
  expect(lists.map(({ name }) => name).toSorted()).toEqual([
    'dynamic-dns',
    'own-address-services',
    'paste-and-file-hosts',
    'short-links',
    'throw-away-mail',
    'tunnels',
  ])
  const all = lists.flatMap(({ entries }) => entries)
  expect(all.filter((entry) => !isHostName(entry))).toEqual([])
  expect(all.filter((entry, at) => all.indexOf(entry) !== at)).toEqual([])
})

it.each(lists.map(({ name, entries }) => [name, entries] as const))(
  'the list %s knows each of its hosts, what lies below them, and addresses on them',
  async (name, entries) => {
    const shown = name.replaceAll('-', ' ')
    expect(entries.length).toBeGreaterThan(10)
    for (const entry of entries) {
      expect(await known('domain', entry), entry).toContain(shown)
      expect(await known('fqdn', `a7.${entry}`), entry).toContain(shown)
      expect(await known('url', `https://${entry}/x?y=1`), entry).toContain(shown)
    }
    expect(await known('mail', `somebody@${entries[0]}`)).toEqual([shown])
    expect(await known('domain', entries[0] ?? '', { starter_lists: false })).toEqual([])
  },
)

it.each(ordinary)('none of them knows %s', async (host) => {
  expect(await known('fqdn', host)).toEqual([])
  expect(await known('url', `https://${host}/`)).toEqual([])
})
