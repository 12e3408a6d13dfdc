import { describe, expect, it, vi } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { archiveOf } from '../platform/archives.ts'
import { makeEngineApp } from './setup.ts'

const script = 'powershell -w hidden -enc SQBFAFgAIAAoAE4AZQB3AC0ATwBiAGoAZQBjAHQAKQA='

async function makeServer(
  open: TestDatabases['open'],
  environment: Readonly<Record<string, string>> = {},
  isFollowing = true,
) {
  const app = await makeEngineApp(open, [], {
    environment: { ASSAY_JOB_RUNNERS: 'builtin', ...environment },
  })
  const enable = (name: string, configuration = {}) =>
    app.as('orgadmin').enableAnalyzer({ id: `${name}_1_0` }, { name, configuration })
  const configuration = isFollowing ? { follow_files: true } : {}
  const archive = await enable('Assay_Archive', configuration)
  const mail = await enable('Assay_Mail', configuration)
  await enable('Assay_Script')
  return {
    ...app,
    archive: archive.id,
    mail: mail.id,
    async run(id: string, content: Buffer, name: string) {
      const attachment = new File([new Uint8Array(content)], name)
      const job = await app.as('analyze').runAnalyzer({ id }, { dataType: 'file', attachment })
      await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })
      return job.id
    },
    /** When nothing of it waits or runs any more. */
    followed: (id: string, count: number) =>
      vi.waitFor(
        async () => {
          const jobs = await app.as('analyze').followedJobs({ id })
          expect(jobs.map(({ status }) => status)).toEqual(Array(count).fill('Success'))
          return jobs
        },
        { timeout: patienceMs, interval: 100 },
      ),
  }
}

const shown = (jobs: readonly { depth: number; filename: string; analyzerName: string }[]) =>
  jobs.map(({ depth, filename, analyzerName }) => `${depth} ${filename} ${analyzerName}`).toSorted()

describe.each(databases)('$name: files in files', ({ open }) => {
  it('are analyzed in turn, each once, by all analyzers of files', async () => {
    const app = await makeServer(open)
    const inner = await archiveOf({ 'deep.ps1': script, 'again.ps1': script })
    const outer = await archiveOf({ 'inner.zip': inner, 'copy.zip': inner })
    const id = await app.run(app.archive, outer, 'outer.zip')
    const jobs = await app.followed(id, 6)
    expect(shown(jobs)).toEqual(
      [
        ...['Archive', 'Mail', 'Script'].map((name) => `1 inner.zip Assay_${name}`),
        ...['Archive', 'Mail', 'Script'].map((name) => `2 deep.ps1 Assay_${name}`),
      ].toSorted(),
    )
    const found = jobs.find(
      ({ analyzerName, depth }) => analyzerName === 'Assay_Script' && depth === 2,
    )
    const { report } = await app.as('analyze').getReport({ id: found?.id ?? '' })
    expect(report).toMatchObject({ full: { verdict: 'suspicious' } })
    expect(await app.as('analyze').getJob({ id: found?.id ?? '' })).toMatchObject({
      message: expect.stringMatching(/^found in inner\.zip by job /),
      createdBy: 'alan',
    })
  })
})

describe.each(oneDatabase)('$name: files in files', ({ open }) => {
  it('that were submitted right before a kill belong to the job after it', async () => {
    const app = await makeServer(open)
    const id = await app.run(app.archive, await archiveOf({ 'a.ps1': script }), 'a.zip')
    const before = await app.followed(id, 3)
    // As a kill leaves it: submitted, and not noted down.
    const { db } = app.deps
    await db
      .deleteFrom('followed_jobs')
      .where('job_id', '=', before[0]?.id ?? '')
      .execute()
    await db
      .insertInto('files_to_follow')
      .values({ job_id: id, organization: 'alpha', taken_until: 0, attempts: 1 })
      .execute()
    expect(await app.followed(id, 3)).toEqual(before)
  })

  it('in an encrypted archive are found with the password from the mail around it', async () => {
    const app = await makeServer(open)
    const packed = await archiveOf({ 'bill.ps1': script }, { password: 'sesame7' })
    const mail = [
      'From: a@example.org',
      'To: b@example.org',
      'Subject: Your bill',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      'The password: sesame7',
      '--x',
      'Content-Type: application/zip; name=bill.zip',
      'Content-Disposition: attachment; filename=bill.zip',
      'Content-Transfer-Encoding: base64',
      '',
      packed.toString('base64'),
      '--x--',
      '',
    ].join('\r\n')
    const id = await app.run(app.mail, Buffer.from(mail), 'mail.eml')
    expect(shown(await app.followed(id, 6))).toContain('2 bill.ps1 Assay_Script')
  })

  it('stay where they are deeper or more than the operator allows', async () => {
    const app = await makeServer(open, {
      ASSAY_JOB_FOLLOWDEPTH: '1',
      ASSAY_JOB_FOLLOWFILES: '2',
    })
    const inner = await archiveOf({ 'deep.ps1': script })
    const many = await archiveOf({ 'a.zip': inner, 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd' })
    const id = await app.run(app.archive, many, 'many.zip')
    const jobs = await app.followed(id, 6)
    expect(new Set(jobs.map(({ filename }) => filename))).toEqual(new Set(['a.zip', 'b.txt']))
    expect(new Set(jobs.map(({ depth }) => depth))).toEqual(new Set([1]))
  })

  it('are left alone unless the configuration asks for it', async () => {
    const app = await makeServer(open, {}, false)
    const id = await app.run(app.archive, await archiveOf({ 'a.ps1': script }), 'a.zip')
    expect(await app.as('analyze').followedJobs({ id })).toEqual([])
    const { total } = await app.as('analyze').searchJobs({ query: {} })
    expect(total).toBe(1)
  })
})
