import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogue, knownBadge, placeholdersOf, translateWords } from '@assay/contract/findings'
import { expect, it, onTestFinished } from 'vitest'
import { asPem, makeCertificate } from './certificate/certificate-sample.ts'
import { startDnsStub } from './dns/dns-stub.ts'
import { samples } from './gallery/index.ts'
import { builtins } from './index.ts'
import { startHttpStub } from './kit/http-stub.ts'
import { catalogueIds, type Finding, finding, type Output, type Runnable } from './kit/index.ts'
import { runAnalyzer, type Trial } from './kit/try.ts'
import { qrPicture, toPng } from './qr/image-samples.ts'
import { starterSamples } from './yara/starter-samples.ts'

/** Something that the analyzer has a word to say about. */
type Occasion = (runnable: Runnable) => Promise<Output>

const about =
  (trial: Trial): Occasion =>
  (runnable) =>
    runAnalyzer(runnable, trial)
const value = (dataType: string, data: string, more: Partial<Trial> = {}) =>
  about({ dataType, data, ...more })
const file = (filename: string, content: Uint8Array | string) =>
  about({ dataType: 'file', file: content, filename })
const gallery = (name: RegExp): Occasion => {
  const found = samples().find(({ filename }) => name.test(filename))
  if (!found) throw new Error(`no sample is called ${name}`)
  return file(found.filename, found.content)
}

const occasions: Readonly<Record<string, Occasion>> = {
  Assay_Archive: gallery(/\.zip$/),
  Assay_Certificate: value(
    'certificate',
    asPem(
      makeCertificate({
        subject: 'x',
        keyBits: 1024,
        from: new Date('2020-01-01'),
        to: new Date('2021-01-01'),
      }),
    ),
  ),
  Assay_Cve: value('cve', 'CVE-1998-0001'),
  async Assay_Dns(runnable) {
    const server = await startDnsStub({ 'TXT example.org': ['v=spf1 +all'] })
    onTestFinished(() => server.stop())
    return runAnalyzer(runnable, {
      dataType: 'domain',
      data: 'example.org',
      config: { resolvers: [server.address] },
      mayUseNetwork: true,
      privateTargets: ['127.0.0.1'],
    })
  },
  Assay_Document: gallery(/\.pdf$/),
  Assay_Domain: value('domain', 'paypa1-login.com'),
  Assay_Executable: file('x.elf', elfWithoutSections()),
  Assay_File: file('invoice.pdf.exe', 'text'),
  Assay_Filename: value('filename', 'invoice.pdf.exe'),
  Assay_MailAddress: value('mail', 'support@rnicrosoft.com'),
  Assay_Hash: value('hash', '44d88612fea8a8f36de82e1278abb02f'),
  Assay_IP: value('ip', '10.0.0.1'),
  Assay_Jwt: value('jwt', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'),
  async Assay_Lists(runnable) {
    const folder = await mkdtemp(join(tmpdir(), 'assay-findings-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'bad.txt'), 'evil.example.org')
    const config = { block_lists: [join(folder, 'bad.txt')] }
    return runAnalyzer(runnable, { dataType: 'domain', data: 'evil.example.org', config })
  },
  Assay_Mail: file('x.eml', 'From: a@b.example\nReply-To: c@d.example\nSubject: x\n\ntext'),
  Assay_OneNote: gallery(/\.one$/),
  Assay_Page: gallery(/\.html$/),
  Assay_Qr: file('code.png', toPng(qrPicture('https://login.example.org/'))),
  async Assay_Rdap(runnable) {
    const registered = new Date(Date.now() - 86_400_000).toISOString()
    const server = await startHttpStub(() => ({
      body: JSON.stringify({
        objectClassName: 'domain',
        events: [{ eventAction: 'registration', eventDate: registered }],
      }),
    }))
    onTestFinished(() => server.stop())
    return runAnalyzer(runnable, {
      dataType: 'domain',
      data: 'example.org',
      config: { server: server.url },
      mayUseNetwork: true,
      privateTargets: ['127.0.0.1'],
    })
  },
  Assay_Script: gallery(/\.ps1$/),
  Assay_Shortcut: gallery(/\.lnk$/),
  Assay_Text: value('other', 'see https://evil.example.org/x'),
  Assay_Feeds: (runnable) =>
    runnable.execute(
      { dataType: 'domain', data: 'evil.example.org', config: {} },
      {
        folder: '/nowhere',
        mayUseNetwork: false,
        privateTargets: [],
        feeds: {
          now: 1,
          feeds: [
            {
              name: 'ours',
              source: 'organization',
              entries: 0,
              loadedAt: null,
              checkedAt: null,
              refreshMinutes: 60,
            },
          ],
          matches: [],
        },
        print: () => undefined,
      },
    ),
  Assay_Url: value('url', 'http://paypal.com@0x7f000001:443/a.pdf.exe'),
  Assay_UserAgent: value('user-agent', 'sqlmap/1.0 () { :;}; echo'),
  Assay_Yara: file('x', Object.values(starterSamples)[0]?.[0] ?? ''),
}

/** A program that runs and has no table of sections. */
function elfWithoutSections(): Buffer {
  const elf = Buffer.alloc(0x1000)
  elf.write('\x7fELF\x02\x01\x01', 'latin1')
  elf.writeUInt16LE(2, 16)
  elf.writeUInt16LE(62, 18)
  elf.writeUInt32LE(1, 20)
  elf.writeBigUInt64LE(0x400078n, 24)
  elf.writeBigUInt64LE(64n, 32)
  elf.writeUInt16LE(64, 52)
  elf.writeUInt16LE(56, 54)
  elf.writeUInt16LE(1, 56)
  elf.writeUInt16LE(64, 58)
  elf.writeUInt32LE(1, 64)
  elf.writeUInt32LE(5, 68)
  elf.writeBigUInt64LE(0x400000n, 80)
  elf.writeBigUInt64LE(0x1000n, 96)
  elf.writeBigUInt64LE(0x1000n, 104)
  return elf
}

/** Each of our words in evidence can be translated. */
function unknownWords(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ id, parameters }) =>
    placeholdersOf(catalogue[id].sentence)
      .filter(({ kind }) => kind === 'words')
      .flatMap(({ name }) => {
        const unknown: string[] = []
        translateWords(
          String(parameters[name]),
          (word) => word,
          (evidence) => {
            // A replaced character and a year are evidence.
            if (/[a-z]{3}/i.test(evidence)) unknown.push(`${id} ${name}: ${evidence}`)
            return evidence
          },
        )
        return unknown
      }),
  )
}

/** Evidence next to our own words, or third-party rules. */
const theirOwn = /^(?:yara\.|feeds\.|document\.macros-damaged|user-agent\.contradiction)/

it('words in sentences are those that every language has', async () => {
  const ask = async (name: string, dataType: string, data: string) => {
    const builtin = analyzers.find((one) => one.description.name === name)
    if (!builtin) throw new Error(`no analyzer is called ${name}`)
    const output = await runAnalyzer(await builtin.load(), { dataType, data })
    return output.success ? ((output.full.findings ?? []) as readonly Finding[]) : []
  }
  const asked = await Promise.all([
    ...addresses.map((one) => ask('Assay_IP', 'ip', one)),
    ...hosts.map((one) => ask('Assay_Domain', 'domain', one)),
    ...['CVE-1998-0001', 'CVE-2098-01', 'CVE-2020-012345678'].map((one) =>
      ask('Assay_Cve', 'cve', one),
    ),
    ...['sqlmap/1.0', 'curl/8', 'certutil', 'Googlebot/2.1', 'HeadlessChrome/1'].map((one) =>
      ask('Assay_UserAgent', 'user-agent', one),
    ),
    ...['http://user@a.example.org/', 'http://user:x@a.example.org/'].map((one) =>
      ask('Assay_Url', 'url', one),
    ),
    ...['', '\n', '\0'].map((one) =>
      ask('Assay_Hash', 'hash', createHash('md5').update(one).digest('hex')),
    ),
  ])
  const found = asked.flat()
  expect(found.length).toBeGreaterThan(60)
  expect(unknownWords(found.filter(({ id }) => !theirOwn.test(id)))).toEqual([])
})

const addresses =
  `0.0.0.0 0.0.0.1 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 169.254.0.1 192.0.0.1 192.0.2.1 192.31.196.1
  192.52.193.1 192.88.99.1 192.175.48.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 255.255.255.255 240.0.0.1 :: ::1 ::7
  ::ffff:10.0.0.1 ::ffff:8.8.8.8 64:ff9b::a00:1 64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:5::1 2001:db8::1
  2002:a00:1::1 3fff::1 5f00::1 fc00::1 fe80::1 fec0::1 ff00::1`.split(/\s+/)
const hosts =
  `a.onion a.i2p a.local a.localhost a.home.arpa a.internal a.lan a.test a.example a.invalid a.arpa pаypal.com paypa1.com
  paypal.com.evil.se login-paypal.evil.se amaz0n.evil.se paypal.evil.se micrsoft.com amaz0n-support.com paypal-login.com mypaypalfan.se
  amazon.de micrsoft-login.com`.split(/\s+/)

const analyzers = builtins.filter(({ type }) => type === 'analyzer')

it.each(analyzers.map((builtin) => [builtin.description.name, builtin] as const))(
  '%s says what it finds by the catalog: id, level, sentence with the evidence, confidence',
  async (name, builtin) => {
    const occasion = occasions[name]
    if (!occasion) throw new Error(`${name} has no sample here: every analyzer needs one`)
    const output = await occasion(await builtin.load())
    if (!output.success) throw new Error(output.errorMessage)
    const told = output.full.findings as readonly Finding[] | undefined
    expect(told?.length).toBeGreaterThan(0)
    for (const one of told ?? []) {
      expect(catalogueIds).toContain(one.id)
      // Written by `finding` and by nothing else: the same evidence says the same again. Rules bring a technique.
      expect(one).toMatchObject(finding(one.id, one.parameters))
      if (!theirOwn.test(one.id)) expect(unknownWords([one])).toEqual([])
      expect(one.explanation).not.toMatch(/\{\w+\}|undefined|NaN/)
    }
    for (const { predicate, namespace, value: badge } of output.summary?.taxonomies ?? [])
      if (!told?.some((one) => one.predicate === predicate))
        expect(knownBadge(namespace, predicate, String(badge))).toBeDefined()
    const reasons = new Set(told?.map(({ predicate, value: said }) => `${predicate} ${said}`))
    for (const { level, predicate, value: said } of output.summary?.taxonomies ?? [])
      if (level !== 'info') expect(reasons).toContain(`${predicate} ${said}`)
  },
)
