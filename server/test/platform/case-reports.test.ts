import { maxReportSections, maxStoredReports } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { makeWorld, secret } from './shared-case.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const section = (id: string, body: string, revision = 0) => ({
  id,
  title: `Part ${id}`,
  body,
  lines: [],
  revision,
})

describe.each(databases)('$name: the report of a case', ({ open }) => {
  it('has names instead of logins, and is recorded', async () => {
    const { app, owner, id } = await makeWorld(open)
    const facts = await owner.getReportFacts({ id })
    const text = await owner.getCaseReport({ id }, { template: 'incident-fr' })

    expect(text).toMatch(/^# Theirs\n/)
    expect(text).toContain('secret\\[.\\]example')
    expect(text).toContain('## Chronologie')
    expect(text).not.toContain('secret.example')
    expect(facts.people).toEqual(['Name of alan'])
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(rows.find(({ action }) => action === 'caseReport.export')).toMatchObject({
      actor: 'alan',
      objectId: id,
    })
  })

  it('is a draft whose text stays, and which two people edit section by section', async () => {
    const { app, owner, id } = await makeWorld(open)
    const first = await owner.getReportDraft({ id })
    expect(first).toMatchObject({ isStored: false, version: 1, template: 'incident-en' })
    const [cover, summary] = first.sections
    const saved = await owner.saveReportDraft(
      { id },
      { order: [], changed: [{ ...summary, body: 'What happened' } as never] },
    )
    expect(saved.isStored).toBe(true)
    expect((await app.as('read').getReportDraft({ id })).sections[1]).toMatchObject({
      body: 'What happened',
      revision: 1,
      changedBy: expect.any(String),
    })

    // Another section is free; the same one is not.
    const admin = app.as('orgadmin')
    await admin.saveReportDraft({ id }, { order: [], changed: [{ ...cover, body: 'C' } as never] })
    await expect(
      admin.saveReportDraft({ id }, { order: [], changed: [{ ...summary, body: 'x' } as never] }),
    ).rejects.toMatchObject({ status: 409, message: expect.stringContaining('changed section') })
    const order = first.sections.map(({ id: one }) => one).reverse()
    const moved = await owner.saveReportDraft(
      { id },
      { order, changed: [], removed: [order[0] ?? ''] },
    )
    expect(moved.sections.map(({ id: one }) => one)).toEqual(order.slice(1))
  })

  it('is stored as it was handed out, and goes with the case', async () => {
    const { app, owner, id } = await makeWorld(open)
    const copy = await owner.storeReport(
      { id },
      { template: 'Incident report', content: '# As sent' },
    )

    expect(copy).toMatchObject({ version: 1, login: 'alan', tlp: 2, size: 9 })
    expect(await app.as('read').getStoredReport({ id, reportId: copy.id })).toBe('# As sent')
    expect(await owner.listStoredReports({ id })).toEqual([copy])
    const { rows } = await owner.listTimeline({ id }, { range: 'all' })
    expect(rows.find(({ kind }) => kind === 'report')).toMatchObject({ by: 'alan', title: '1' })
    const { rows: audit } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(audit.map(({ action }) => action)).toContain('caseReport.create')

    const other = await owner.createCaseV1({ title: 'Other', description: 'd' })
    await owner.saveReportDraft({ id }, { order: [], changed: [section('mine', 'Kept')] })
    const merged = await owner.mergeCases({ id: other._id, other: id })
    expect(await owner.listStoredReports({ id: merged._id })).toHaveLength(1)
    const draft = await owner.getReportDraft({ id: merged._id })
    expect(draft.sections.map(({ body }) => body)).toContain('Kept')
    await owner.deleteCase({ id: merged._id })
    for (const table of ['case_reports', 'report_drafts'] as const)
      expect(await app.deps.db.selectFrom(table).select('id').execute()).toEqual([])
    const orphaned = await app.deps.db.selectFrom('orphaned_blobs').select('sha256').execute()
    expect(orphaned.map(({ sha256 }) => sha256)).toContain(copy.sha256)
  })
})

describe.each(oneDatabase)('$name: the report of a shared case', ({ open }) => {
  const noneOf = async ({ guest, id }: World) => {
    const facts = await guest.getReportFacts({ id })
    const text = await guest.getCaseReport({ id })
    for (const said of [JSON.stringify(facts), text]) {
      expect(said).not.toContain(secret)
      expect(said).not.toContain('alan')
    }
    return { facts, text }
  }

  it('shows guests what is shared and nothing of the people there; the owner sees who read it', async () => {
    const world = await makeWorld(open)
    await world.share()
    const hidden = await noneOf(world)
    expect(hidden.facts).toMatchObject({ observables: [], tasks: [], timeline: [], people: [] })
    await world.share({ observables: 'all', tasks: 'all' })
    const facts = await world.guest.getReportFacts({ id: world.id })
    expect(facts.observables).toHaveLength(2)
    expect(facts.tasks).toHaveLength(1)
    expect(facts.people).toEqual([])

    const { rows } = await world.app.as('orgadmin').listAudit({ range: 'all' })
    const read = rows.filter(({ actor }) => actor === 'bob').map(({ action }) => action)
    expect(read).toEqual(expect.arrayContaining(['caseReport.read', 'caseReport.export']))
  })

  it('has no draft and no copies for guests, and is not there without a share', async () => {
    const { owner, guest, share, id } = await makeWorld(open)
    const copy = await owner.storeReport({ id }, { template: 't', content: 'c' })
    const missing = { status: 404 }
    await expect(guest.getCaseReport({ id })).rejects.toMatchObject(missing)
    await expect(guest.getReportFacts({ id })).rejects.toMatchObject(missing)
    await share({ profile: 'analyst', tasks: 'all', observables: 'all' })
    const { _id: own } = await guest.createCaseV1({ title: 'Ours', description: 'd' })
    await expect(guest.getReportDraft({ id })).rejects.toMatchObject(missing)
    await expect(
      guest.saveReportDraft({ id }, { order: [], changed: [section('a', 'x')] }),
    ).rejects.toMatchObject(missing)
    await expect(guest.startReportDraft({ id }, { template: 'incident-en' })).rejects.toMatchObject(
      missing,
    )
    await expect(guest.storeReport({ id }, { template: 't', content: 'c' })).rejects.toMatchObject(
      missing,
    )
    await expect(guest.listStoredReports({ id })).rejects.toMatchObject(missing)
    for (const of of [id, own])
      await expect(guest.getStoredReport({ id: of, reportId: copy.id })).rejects.toMatchObject(
        missing,
      )
    // A copy belongs to one case of its organization, too.
    const { _id: another } = await owner.createCaseV1({ title: 'Other', description: 'd' })
    await expect(owner.getStoredReport({ id: another, reportId: copy.id })).rejects.toMatchObject(
      missing,
    )
  })
})

describe.each(oneDatabase)('$name: a report', ({ open }) => {
  it('is limited in sections, text and copies', async () => {
    const { app, owner, id } = await makeWorld(open)
    const many = (count: number, body: string) =>
      Array.from({ length: count }, (_, index) => section(`s${index}`, body))
    await owner.saveReportDraft({ id }, { order: [], changed: many(1, 'x') })
    await expect(
      owner.saveReportDraft({ id }, { order: [], changed: many(maxReportSections, 'x').slice(1) }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('sections') })
    await expect(
      owner.saveReportDraft({ id }, { order: [], changed: many(10, 'x'.repeat(65_000)).slice(1) }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('bytes') })
    const copy = await owner.storeReport({ id }, { template: 't', content: 'c' })
    await app.deps.db
      .updateTable('case_reports')
      .set({ version: maxStoredReports })
      .where('id', '=', copy.id)
      .execute()
    await expect(owner.storeReport({ id }, { template: 't', content: 'c' })).rejects.toMatchObject({
      status: 400,
    })
  })

  it('begins again from another template; who still edits the old one is told', async () => {
    const { owner, id } = await makeWorld(open)
    const [, summary] = (await owner.getReportDraft({ id })).sections
    const begun = await owner.startReportDraft({ id }, { template: 'Rapport d’incident' })
    expect(begun).toMatchObject({ language: 'fr', isStored: true })
    expect(begun.sections.map(({ title }) => title)).toContain('Résumé')
    await expect(
      owner.saveReportDraft({ id }, { order: [], changed: [{ ...summary, body: 'x' } as never] }),
    ).rejects.toMatchObject({ status: 409 })
  })
})
