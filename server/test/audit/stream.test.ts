import { appendFileSync, chmodSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { auditWork } from '../../src/identity/audit-stream/send.ts'
import { addCursors } from '../../src/identity/audit-stream/store.ts'
import { sinkStates, tellOfTrouble } from '../../src/identity/audit-stream/trouble.ts'
import { databases } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { happen, idsOf, linesOf, look, makeSending, scratch } from './sinks.ts'

const minute = 60_000

const file = () => join(scratch(), 'audit.jsonl')
const cursorOf = ({ deps }: TestApp) =>
  deps.db.selectFrom('audit_cursors').selectAll().executeTakeFirstOrThrow()
const noticesOf = async (app: TestApp) => (await app.as('root').listNotices({})).rows

describe.each(databases)('$name: a file that gets the audit trail', ({ open }) => {
  it('has each entry from its beginning on once, in order, one JSON object a line', async () => {
    const path = file()
    const app = await makeSending(open, [{ type: 'file', path }])
    const many = Array.from({ length: 1_200 }, (_, n) => `${n}`)
    await happen(app, many, { details: { reason: 'a\nb é' } })
    expect(await look(app)).toEqual(['done'])
    await happen(app, ['last'], { organization: null })
    expect(await look(app)).toEqual(['done'])
    expect(await look(app)).toEqual([])

    const lines = linesOf(path)
    expect(idsOf(lines)).toEqual([...many, 'last'])
    expect(lines.at(0)).toMatchObject({ organization: 'alpha', details: { reason: 'a\nb é' } })
    expect(lines.at(-1)).toMatchObject({
      ...{ organization: null, actor: 'ada', address: '192.0.2.1', requestId: 'r' },
      ...{ action: 'user.update', objectType: 'user', at: '2026-01-15T12:00:00.000Z' },
    })
    expect(new Set(lines.map(({ id, stream }) => `${stream} ${id}`)).size).toBe(1_201)
  })

  it('gets nothing of before it was named, and goes on where it was after a restart', async () => {
    const path = file()
    const app = await makeSending(open, [{ type: 'file', path }])
    await app.deps.db.deleteFrom('audit_cursors').execute()
    await happen(app, ['before'])
    await addCursors(app.deps.db, [`file:${path}`], app.clock.now())
    await happen(app, ['after'])
    await addCursors(app.deps.db, [`file:${path}`], app.clock.now())
    await look(app)
    expect(idsOf(linesOf(path))).toEqual(['after'])
  })

  it('gets only entries of the organizations that it names, and passes over all others', async () => {
    const path = file()
    const app = await makeSending(open, [{ type: 'file', path, organizations: ['beta'] }])
    await happen(app, ['theirs'], { organization: 'beta' })
    await happen(app, ['ours'])
    await happen(app, ['of none'], { organization: null })
    await look(app)
    expect(idsOf(linesOf(path))).toEqual(['theirs'])
    expect(await look(app)).toEqual([])
  })

  it('is for this user alone when it is made, and keeps the mode that an administrator gave it', async () => {
    const path = file()
    const app = await makeSending(open, [{ type: 'file', path }])
    await happen(app, ['1'])
    await look(app)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    chmodSync(path, 0o640)
    await happen(app, ['2'])
    await look(app)
    expect(statSync(path).mode & 0o777).toBe(0o640)
  })

  it('is made again when a rotation has moved it away', async () => {
    const path = file()
    const app = await makeSending(open, [{ type: 'file', path }])
    await happen(app, ['1'])
    await look(app)
    renameSync(path, `${path}.1`)
    await happen(app, ['2'])
    await look(app)
    expect([idsOf(linesOf(`${path}.1`)), idsOf(linesOf(path))]).toEqual([['1'], ['2']])
  })

  it('begins a new line after one that a kill left unfinished', async () => {
    const path = file()
    const app = await makeSending(open, [{ type: 'file', path }])
    appendFileSync(path, '{"id":1,"act')
    await happen(app, ['1'])
    await look(app)
    await happen(app, ['2'])
    await look(app)
    const [, ...whole] = readFileSync(path, 'utf8').split('\n')
    expect(whole.slice(0, -1).map((line) => JSON.parse(line).objectId)).toEqual(['1', '2'])
  })
})

describe.each(databases)('$name: sending the audit trail', ({ open }) => {
  it('is the work of one process; after its lease another one takes over, with the same ids', async () => {
    const path = file()
    const app = await makeSending(open, [{ type: 'file', path }])
    await happen(app, ['1', '2'])
    const work = auditWork(app.deps)
    const room = () => ({ count: 10, now: app.clock.now(), hasRoom: () => true, held: () => 0 })
    const [killed, ...others] = await work.claim('', room())
    if (!killed) throw new Error('nothing was claimed')
    expect(others).toEqual([])
    expect(await work.claim('', room())).toEqual([])
    expect(await look(app)).toEqual([])

    app.clock.advance(minute)
    const [second] = await work.claim('', room())
    if (!second) throw new Error('nothing was claimed')
    // It was only slow, and writes what it had read; the position is no longer its own.
    expect(await work.run(killed, new AbortController().signal)).toBe('later')
    expect(await work.run(second, new AbortController().signal)).toBe('done')
    const lines = linesOf(path)
    expect(idsOf(lines)).toEqual(['1', '2', '1', '2'])
    expect(lines.slice(2)).toEqual(lines.slice(0, 2))
    expect(await cursorOf(app)).toMatchObject({ locked_by: null, attempts: 0 })
  })

  it('is tried again with growing pauses where it fails, and loses nothing', async () => {
    const folder = scratch()
    const path = join(folder, 'missing', 'audit.jsonl')
    const app = await makeSending(open, [{ type: 'file', path }])
    await happen(app, ['1'])
    expect(await look(app)).toEqual(['failed'])
    expect(await look(app)).toEqual([])
    expect(await cursorOf(app)).toMatchObject({ attempts: 1, error: 'cannot write (ENOENT)' })
    for (let attempts = 2; attempts <= 12; attempts += 1) {
      app.clock.advance(minute)
      expect(await look(app)).toEqual(['failed'])
    }
    const { next_at } = await cursorOf(app)
    expect(next_at - app.clock.now()).toBe(minute)
    mkdirSync(join(folder, 'missing'))
    app.clock.advance(minute)
    expect(await look(app)).toEqual(['done'])
    expect(idsOf(linesOf(path))).toEqual(['1'])
    expect(await cursorOf(app)).toMatchObject({ attempts: 0, error: null })
  })

  it('that stands still for ten minutes is told to superadmins once, and taken back when it moves', async () => {
    const folder = scratch()
    const path = join(folder, 'missing', 'audit.jsonl')
    const app = await makeSending(open, [{ type: 'file', path }])
    const startedAt = app.clock.now()
    await happen(app, ['1'])
    await look(app)
    app.clock.advance(9 * minute)
    await tellOfTrouble(app.deps, startedAt)
    expect(await noticesOf(app)).toEqual([])
    app.clock.advance(minute)
    // A process that has just started: nobody could send before.
    await tellOfTrouble(app.deps, app.clock.now())
    expect(await noticesOf(app)).toEqual([])
    await tellOfTrouble(app.deps, startedAt)
    const notice = {
      ...{ kind: 'auditTrouble', objectType: 'auditSink', objectId: `file:${path}` },
      parameters: { name: `file:${path}`, reason: 'cannot write (ENOENT)' },
    }
    expect(await noticesOf(app)).toMatchObject([notice])
    expect((await app.as('orgadmin').listNotices({})).rows).toEqual([])
    expect(await sinkStates(app.deps)).toMatchObject([{ stillMs: 10 * minute }])
    await app.as('root').readNotices({})
    await tellOfTrouble(app.deps, startedAt)
    expect((await noticesOf(app)).filter(({ isRead }) => !isRead)).toEqual([])

    mkdirSync(join(folder, 'missing'))
    await look(app)
    await tellOfTrouble(app.deps, startedAt)
    expect(await noticesOf(app)).toEqual([])
    expect(await sinkStates(app.deps)).toEqual([{ sink: `file:${path}`, waitingMs: 0, stillMs: 0 }])
    expect((await cursorOf(app)).told_at).toBeNull()
  })

  it('keeps nobody waiting: an organization is changed while its sink fails', async () => {
    const app = await makeSending(open, [{ type: 'file', path: '/proc/none/audit.jsonl' }])
    await happen(app, ['1'])
    expect(await look(app)).toEqual(['failed'])
    await app.as('root').updateOrganization({ id: 'alpha' }, { description: 'New' })
    expect(await sinkStates(app.deps)).toMatchObject([{ reason: 'cannot write (ENOENT)' }])
  })

  it('ends at once when the server stops, and frees the sink', async () => {
    const path = file()
    const app = await makeSending(open, [{ type: 'file', path }])
    await happen(app, ['1'])
    expect(await look(app, AbortSignal.abort())).toEqual(['later'])
    expect(await cursorOf(app)).toMatchObject({ locked_by: null, attempts: 0, error: null })
    expect(await look(app)).toEqual(['done'])
    expect(idsOf(linesOf(path))).toEqual(['1'])
  })
})
