import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ownPostgres } from '../outage/own-postgres.ts'
import { smallDisk } from '../outage/small-disk.ts'
import { connected } from '../postgres-databases.ts'
import { skipTest } from '../skip.ts'
import { s3Key, startS3 } from '../storage/s3-server.ts'
import { key } from '../submitter.ts'
import { describeDrill, drillMs, makeDrillCluster, patience } from './drill-cluster.ts'

const timeout = drillMs

const query = <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> =>
  connected(url, async (client) => (await client.query<Row>(text)).rows)

/** A database in a tablespace of eighty megabytes. */
async function smallDatabase(url: string): Promise<string> {
  const [{ data_directory: data } = { data_directory: '' }] = await query<{
    data_directory: string
  }>(url, 'show data_directory')
  const disk = await smallDisk('80m', (await stat(data)).uid)
  await query(url, `create tablespace small location '${disk}'`).catch((error: unknown) =>
    skipTest(`PostgreSQL does not reach the small disk: ${error}`),
  )
  await query(url, 'create database small tablespace small')
  onTestFinished(async () => {
    await query(url, 'drop database small with (force)')
    await query(url, 'drop tablespace small')
  })
  const small = new URL(url)
  small.pathname = '/small'
  return small.href
}

/** To the last page, or nearly: what is free within pages stays. */
async function fill(url: string): Promise<void> {
  await query(url, 'create table ballast (bytes text)')
  await query(url, 'alter table ballast alter column bytes set storage plain')
  for (let count = 1000; count >= 1; count = Math.floor(count / 10))
    for (let isFull = false; !isFull; )
      await query(
        url,
        `insert into ballast select repeat('x', 7000) from generate_series(1, ${count})`,
      ).catch((error: { code?: string }) => {
        if (error.code !== '53100') throw error
        isFull = true
      })
}

describeDrill('while the disk of the database is full', () => {
  const postgres = ownPostgres()

  it('writes are refused with 503 and reads continue; ends wait and are stored when there is room', {
    timeout,
  }, async () => {
    const url = await smallDatabase((await postgres()).url)
    const cluster = await makeDrillCluster({ url })
    const web = await cluster.web('web')
    const worker = await cluster.worker('worker')
    cluster.hold('Large')
    const ids = []
    for (const token of ['one', 'two']) ids.push(await cluster.submit(web, 'Large', token))
    await vi.waitUntil(() => cluster.allStarts('Large').length === 2, patience)

    await fill(url)
    cluster.letEnd('Large')
    await vi.waitUntil(() => cluster.spooled('worker').length === 2, patience)
    const refused = await vi.waitUntil(async () => {
      const response = await cluster.request(web, 'Look', randomBytes(4_000).toString('hex'))
      const answer = (await response.json()) as { id?: string }
      if (response.status !== 200) return response
      // There was room in a page; it counts as any other.
      ids.push(answer.id ?? '')
      return undefined
    }, patience)
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const read = await web.call('GET', `/api/job/${ids[0]}`, { key })
    expect(read.status).toBe(200)
    expect(await read.json()).toMatchObject({ status: 'InProgress' })
    expect((await web.call('GET', '/api/alive')).status).toBe(200)

    await cluster.ask('drop table ballast')
    for (const id of ids) await cluster.hasEnded(id)
    await vi.waitUntil(() => cluster.spooled('worker').length === 0, patience)

    const states = await cluster.jobs()
    expect([...states.keys()].sort()).toEqual([...ids].sort())
    for (const id of ids) expect(states.get(id)).toMatchObject({ status: 'Success' })
    expect(cluster.allStarts('Large')).toHaveLength(2)
    for (const one of [web, worker]) expect((await one.stop()).code).toBe(0)
  })
})

describeDrill('while the store of files is away', () => {
  it('files are refused before there is a job, texts continue, and jobs that need a file wait', {
    timeout,
  }, async () => {
    const s3 = await startS3()
    const cluster = await makeDrillCluster({
      settings: {
        ASSAY_BLOBS_URL: 's3://files/',
        ASSAY_BLOBS_S3_ENDPOINT: s3.endpoint,
        ASSAY_BLOBS_S3_KEYID: s3Key.keyId,
        ASSAY_BLOBS_S3_SECRET: s3Key.secret,
        ASSAY_BLOBS_CACHELIMIT: '0',
      },
    })
    const web = await cluster.web('web')
    const file = await cluster.submit(web, 'Hash', 'before')

    s3.setAway(true)
    const refused = await cluster.request(web, 'Hash', 'meanwhile')
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const worker = await cluster.worker('worker')
    const text = await cluster.submit(web, 'Look', 'text')
    await cluster.hasEnded(text)
    await worker.shows('stderr', 'file store unavailable')
    const meanwhile = await cluster.jobs()
    expect([...meanwhile.keys()].sort()).toEqual([file, text].sort())
    expect(meanwhile.get(file)?.status).toMatch(/Waiting|InProgress/)

    s3.setAway(false)
    const later = await cluster.submit(web, 'Hash', 'meanwhile')
    for (const id of [file, later]) await cluster.hasEnded(id)

    const states = await cluster.jobs()
    for (const id of [file, later, text])
      expect(states.get(id)).toMatchObject({ status: 'Success', attempts: 1 })
    expect(cluster.startsOf('Hash', file)).toHaveLength(1)
    for (const one of [web, worker]) expect((await one.stop()).code).toBe(0)
  })
})
