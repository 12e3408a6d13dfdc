import { describe, expect, it } from 'vitest'
import { startPlatform } from '../../src/platform/platform.ts'
import { oneDatabase, type TestDatabases } from '../databases.ts'
import { makeEngineApp } from '../engine/setup.ts'
import { archiveOf } from '../platform/archives.ts'
import type { Person } from '../setup.ts'

const url = 'https://login.evil.example/x'
const mail = [
  'From: a@example.org',
  'To: b@example.org',
  'Subject: Hello',
  'MIME-Version: 1.0',
  'Content-Type: text/html',
  '',
  `<p>Hello</p><a href="${url}">Read more</a>`,
  '',
].join('\r\n')

async function makeServer(open: TestDatabases['open']) {
  const app = await makeEngineApp(open, [], {
    startPlatform,
    environment: { ASSAY_JOB_RUNNERS: 'builtin' },
  })
  const enable = async (name: string, configuration = {}, as: Person = 'orgadmin') =>
    (await app.as(as).enableAnalyzer({ id: `${name}_1_0` }, { name, configuration })).id
  const block = async (entry: string, as: Person = 'orgadmin') => {
    const attachment = new File([`${entry}\n`], 'SOC.txt')
    const { reference } = await app.as(as).uploadResource({ attachment })
    return enable('Assay_Lists', { block_lists: [reference] }, as)
  }
  const end = async (id: string, input: object, as: Person = 'analyze') => {
    const job = await app.as(as).runAnalyzer({ id }, input as never)
    await app.as(as).waitReport({ id: job.id }, { atMost: 'Inf' })
    return app.as(as).getJob({ id: job.id })
  }
  const run = (id: string, dataType: string, data: string, as?: Person) =>
    end(id, { dataType, data }, as)
  /** Answers the hash by which it is known. */
  const runFile = async (id: string, content: string | Buffer, name: string, as?: Person) => {
    const bytes = new Uint8Array(Buffer.from(content))
    const job = await end(id, { dataType: 'file', attachment: new File([bytes], name) }, as)
    return (job as { attachment?: { id?: string } }).attachment?.id ?? ''
  }
  const headline = async (value: { dataType: string; data?: string; hash?: string }, as?: Person) =>
    (await app.as(as ?? 'analyze').getValue(value)).headline
  return { app, enable, block, run, runFile, headline }
}

describe.each(oneDatabase)('$name: the headline of a value', ({ open }) => {
  it('says what a mail leads to, with the chain, and how it is judged on its own', async () => {
    const { app, enable, block, run, runFile, headline } = await makeServer(open)
    const hash = await runFile(await enable('Assay_Mail'), mail, 'a.eml')
    const before = await headline({ dataType: 'file', hash })
    expect(before).toMatchObject({ state: 'noVerdict', level: 'none', inherited: [] })
    expect(before.text).toBe('No verdict: 1 analyzer found nothing for or against it')

    await run(await enable('Assay_Url'), 'url', url)
    await run(await block('login.evil.example'), 'fqdn', 'login.evil.example')

    expect(await headline({ dataType: 'file', hash })).toMatchObject({
      text: 'Its link leads to a host on your block list “SOC”',
      state: 'judged',
      level: 'malicious',
      ownLevel: 'none',
      lead: {
        weight: 76,
        chain: [
          { kind: 'link', dataType: 'url', data: url },
          { kind: 'host', dataType: 'fqdn', data: 'login.evil.example', level: 'malicious' },
        ],
      },
    })
    // Lists and exports say the same.
    const said = 'Its link leads to a host on your block list “SOC”'
    const values = [
      { dataType: 'file', hash },
      { dataType: 'domain', data: 'never.example' },
    ]
    const [listed, never] = await app.as('analyze').valueVerdicts({ values })
    expect([listed?.headline, never?.headline]).toEqual([said, undefined])
    const { rows } = await app.as('analyze').searchValues({})
    expect(rows.find((row) => row.hash === hash)?.headline).toBe(said)
    const { id } = await app.as('analyze').createInvestigation({ name: 'Mail', values })
    const [stix, misp] = await Promise.all([
      app.as('analyze').investigationAsStix({ id }),
      app.as('analyze').investigationAsMisp({ id }),
    ])
    for (const exported of [stix, misp]) expect(JSON.stringify(exported)).toContain(said)
    // Another link to the same host says nothing about the host.
    expect(await headline({ dataType: 'fqdn', data: 'login.evil.example' })).toMatchObject({
      text: 'On your block list “SOC”',
      inherited: [],
    })
  })

  it('does not say that nothing was found where something was not examined', async () => {
    const { enable, runFile, headline } = await makeServer(open)
    const archive = await enable('Assay_Archive')
    const locked = await archiveOf({ 'a.txt': 'x' }, { password: 'not to be guessed 81' })
    const hash = await runFile(archive, locked, 'locked.zip')
    const one = await headline({ dataType: 'file', hash })
    expect(one).toMatchObject({ notExamined: [{ kind: 'left-out', analyzer: 'Assay_Archive' }] })
    expect(one.text).toMatch(/^No verdict; not examined: /)

    const outer = await runFile(archive, await archiveOf({ 'in.zip': locked }), 'outer.zip')
    expect((await headline({ dataType: 'file', hash: outer })).text).toBe(
      'No verdict; not examined: the file in.zip inside: ' +
        one.text.replace('No verdict; not examined: ', ''),
    )
    const fresh = await runFile(archive, await archiveOf({ 'b.txt': 'y' }), 'fresh.zip')
    expect((await headline({ dataType: 'file', hash: fresh })).text).toBe(
      'No verdict; not examined: the file b.txt inside was not analyzed',
    )
  })

  it('of what was never analyzed says so, and whether it can be', async () => {
    const { enable, headline } = await makeServer(open)
    const named = { dataType: 'domain', data: 'never.example' }
    expect((await headline(named)).text).toBe(
      'Not analyzed: no enabled analyzer supports this type',
    )
    await enable('Assay_Domain')
    expect(await headline(named)).toMatchObject({ text: 'Not analyzed', level: null })
  })

  it('never speaks with a list of another organization, nor of what a reader may not see', async () => {
    const { app, enable, block, run, runFile, headline } = await makeServer(open)
    const hash = await runFile(await enable('Assay_Mail'), mail, 'a.eml')
    await run(await enable('Assay_Url'), 'url', url)
    const theirs = await block('login.evil.example', 'stranger')
    await run(theirs, 'url', url, 'stranger')
    await run(theirs, 'fqdn', 'login.evil.example', 'stranger')
    const theirMail = await enable('Assay_Mail', {}, 'stranger')
    await runFile(theirMail, mail, 'a.eml', 'stranger')

    expect(await headline({ dataType: 'file', hash }, 'stranger')).toMatchObject({
      level: 'malicious',
    })
    const ours = await headline({ dataType: 'file', hash })
    expect(ours).toMatchObject({ level: 'none', inherited: [] })
    expect(JSON.stringify(ours)).not.toContain('SOC')

    await run(await block('login.evil.example'), 'url', url)
    expect(await headline({ dataType: 'file', hash })).toMatchObject({ level: 'malicious' })
    const reader = await headline({ dataType: 'file', hash }, 'read')
    expect(reader).toMatchObject({ text: 'Not analyzed', level: null, inherited: [] })
    const { _id: id } = await app.as('analyze').createCaseV1({ title: 'x', description: 'x' })
    const attachment = new File([mail], 'a.eml')
    await app
      .as('analyze')
      .createCaseObservableV1({ id }, { dataType: 'file', attachment } as never)
    // The mail is in a case now, its link is not.
    expect(await headline({ dataType: 'file', hash }, 'read')).toMatchObject({
      state: 'noVerdict',
      inherited: [],
    })
  })
})
