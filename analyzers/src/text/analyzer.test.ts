import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeZip } from '../formats/zip-sample.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'

const inText = (data: string, config = {}) =>
  reportOf(analyzer, { dataType: 'other', data, config })
const inFile = (file: Uint8Array | string, config = {}) =>
  reportOf(analyzer, { dataType: 'file', file, filename: 'x', config })

const values = (report: Awaited<ReturnType<typeof inText>>) =>
  report.artifacts.map((found) => 'data' in found && `${found.dataType} ${found.data}`)

const ticket = `Dear team,
the mail came from joe[at]evil[.]se and linked to hxxps://login[.]evil[.]se/a?b=1 (see also
hxxps://login[.]evil[.]se/a?b=1). It dropped 44d88612fea8a8f36de82e1278abb02f and called 8.8.4[.]4:443,
10.0.0.5 and https://intranet.corp.se/. It uses CVE-2021-44228.`

describe('a text', () => {
  it('gives each observable once, refanged, with its type', async () => {
    expect(values(await inText(ticket))).toEqual([
      'mail joe@evil.se',
      'url https://login.evil.se/a?b=1',
      'hash 44d88612fea8a8f36de82e1278abb02f',
      'ip 8.8.4.4',
      'url https://intranet.corp.se/',
      'cve CVE-2021-44228',
    ])
  })

  it('counts, and says what it left out and why', async () => {
    const { full, taxonomies } = await inText(ticket, { own_domains: ['corp.se'] })
    expect(full.observables).toEqual(
      expect.arrayContaining([
        { dataType: 'url', value: 'https://login.evil.se/a?b=1', count: 2 },
        { dataType: 'ip', value: '10.0.0.5', count: 1, leftOut: 'reserved address' },
        { dataType: 'url', value: 'https://intranet.corp.se/', count: 1, leftOut: 'own domain' },
      ]),
    )
    expect(taxonomies).toContainEqual({
      level: 'info',
      namespace: 'Text',
      predicate: 'ip',
      value: 2,
    })
  })

  it('gives private addresses and fewer artifacts when configured to', async () => {
    const report = await inText(ticket, { reserved_addresses: true, max_artifacts: 5 })
    expect(values(report)).toHaveLength(5)
    expect(values(report)).toContain('ip 10.0.0.5')
  })

  it('gives what the protocol has no type for as other, with a tag that says what it is', async () => {
    const { artifacts, full } = await inText('pay 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa, see T1486')
    expect(artifacts).toMatchObject([
      {
        dataType: 'other',
        data: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
        message: 'Bitcoin address',
        tags: ['bitcoin'],
      },
      { dataType: 'other', data: 'T1486', message: 'ATT&CK technique', tags: ['attack-technique'] },
    ])
    expect(full.counts).toEqual({ bitcoin: 1, 'attack-technique': 1 })
  })

  it('does not find itself', async () => {
    expect((await inText('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).artifacts).toEqual([])
  })

  it('says so when there is nothing', async () => {
    const { taxonomies, artifacts } = await inText('good morning')
    expect(taxonomies).toMatchObject([{ predicate: 'Observables', value: 0 }])
    expect(artifacts).toMatchObject([])
  })

  it('does not take the names of formats for a finding', async () => {
    const { artifacts } = await inText('<html xmlns="http://www.w3.org/1999/xhtml">')
    expect(artifacts).toMatchObject([])
  })
})

describe('a file', () => {
  it.each([
    ['utf-8', Buffer.from(`ü ${ticket}`)],
    ['utf-16le', Buffer.from(`\ufeff${ticket}`, 'utf16le')],
    ['utf-16le', Buffer.from(ticket, 'utf16le')],
    ['utf-16be', Buffer.from(`\ufeff${ticket}`, 'utf16le').swap16()],
    ['latin1', Buffer.concat([Buffer.from([0, 1, 2, 0xff, 0xfe]), Buffer.from(`\n${ticket}\n\0`)])],
  ])('is read as %s', async (encoding, file) => {
    const report = await inFile(file)
    expect(report.full).toMatchObject({ encoding })
    expect(values(report)).toContain('url https://login.evil.se/a?b=1')
  })

  it('is searched across the borders of its windows, and counted once', async () => {
    // 4 MiB is the border; the address lies on it.
    const before = 'x '.repeat(2 * 1024 ** 2 - 6)
    const { full } = await inFile(`${before}https://border.se/path and ${'y '.repeat(3_000_000)}`)
    expect(full.observables).toEqual([
      { dataType: 'url', value: 'https://border.se/path', count: 1 },
    ])
  })

  it('of 12 MB takes little memory', async () => {
    const line =
      'Nov 15 05:00:01 host sshd[123]: Failed password for root from 8.8.4.4 port 22 ssh2\n'
    const file = Buffer.from(line.repeat(Math.ceil(12_000_000 / line.length)))
    const before = process.memoryUsage.rss()
    const { full } = await inFile(file)
    expect(full.counts).toEqual({ ip: 1 })
    expect(process.memoryUsage.rss() - before).toBeLessThan(80 * 1024 ** 2)
  })

  it('of 8 MB of random bytes holds no names of hosts', async () => {
    const noise = randomBytes(8 * 1024 ** 2)
    expect((await inFile(noise)).artifacts).toEqual([])
    // Behind a text, too: the first bytes say that all of it is one.
    const behindText = Buffer.concat([Buffer.alloc(70_000, 'some words\n'), noise])
    expect((await inFile(behindText.subarray(0, 5_000_000))).artifacts).toEqual([])
  })

  it('that is a program is searched where it has text, not between', async () => {
    const code = Buffer.concat([
      Buffer.from('00010203e839f32e7365000102', 'hex'),
      Buffer.from('\0https://c2.evil.se/gate\0'),
      randomBytes(100_000),
      Buffer.from('\0\x01mail joe@evil.se now\0'),
    ])
    expect(values(await inFile(code))).toEqual(['url https://c2.evil.se/gate', 'mail joe@evil.se'])
  })

  it('that is an archive is left to what unpacks it', async () => {
    const report = await inFile(makeZip({ 'src/main.rs': 'x', 'plt.sh': 'y' }))
    expect(report).toMatchObject({ artifacts: [], full: { archive: 'zip' } })
  })

  it('that is empty holds nothing', async () => {
    expect((await inFile('')).artifacts).toEqual([])
  })
})

it('never fails in an unforeseen way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (file) => {
      const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename: 'x' })
      expect(report.success).toBe(true)
    }),
  )
})
