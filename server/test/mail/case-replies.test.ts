import { describe, expect, it } from 'vitest'
import { updateCase } from '../../src/platform/cases/update.ts'
import { write } from '../../src/platform/changes/write.ts'
import { agentKey } from '../agents/agents.ts'
import { withoutOpenssl } from '../certificates.ts'
import { databases, oneDatabase } from '../databases.ts'
import { phish } from '../platform/mail-texts.ts'
import { alertsOf } from '../platform/mails.ts'
import type { TestApp } from '../setup.ts'
import { makeAnswering, passed, report, send, waiting } from './answering.ts'

const hasTools = withoutOpenssl === ''

const otherMail = (id: string) => phish({ id, subject: 'Your parcel' })
const promoted = async (app: TestApp, alert: string) =>
  (await app.as('analyze').promoteAlertV1({ id: alert }, {}))._id
const resolve = (app: TestApp, id: string, resolutionStatus = 'TruePositive') =>
  app.as('analyze').updateCaseV1(
    { id },
    {
      ...{ status: 'Resolved', resolutionStatus, impactStatus: 'NoImpact' },
      summary: 'bad.example is bad',
    },
  )

describe.each(databases)(
  `$name: an answer to who reported an email that became a case${withoutOpenssl}`,
  ({ open }) => {
    it.runIf(hasTools)('is sent when the case is closed, once for each email of it', async () => {
      const { app, take, received, byReporter } = await makeAnswering(open)
      await take(
        report('ann@ours.example', 'r1'),
        report('ann@ours.example', 'r2', passed(), otherMail('2')),
        report('bob@ours.example', 'r3'),
        report('eve@elsewhere.example', 'r4', passed('elsewhere.example')),
      )
      const [first, second] = await alertsOf(app)
      const id = await promoted(app, first?._id ?? '')
      await app.as('analyze').mergeAlertV1({ id: second?._id ?? '', caseId: id })
      expect(await waiting(app)).toEqual([])

      await resolve(app, id)
      expect((await waiting(app)).map(({ to }) => to).sort()).toEqual([
        'ann@ours.example',
        'ann@ours.example',
        'bob@ours.example',
      ])
      expect(await byReporter()).toMatchObject({
        'eve@elsewhere.example': 'The domain of the reporter gets no answers',
      })
      while ((await send(app)).length > 0);
      const questions = received.map(({ content }) => /^In-Reply-To: (.*)$/m.exec(content)?.[1])
      expect(questions.sort()).toEqual(['r1', 'r2', 'r3'].map((name) => `<${name}@ours.example>`))
      for (const { content } of received) {
        expect(content).toContain('closed the report')
        for (const said of ['bad.example', 'Your account', 'Your parcel'])
          expect(content).not.toContain(said)
      }
      // Opened and closed again: they have their answers.
      await app.as('analyze').updateCaseV1({ id }, { status: 'Open' })
      await resolve(app, id, 'FalsePositive')
      expect(await waiting(app)).toHaveLength(3)
    })
  },
)

describe.each(oneDatabase)(
  `an answer to who reported an email that became a case${withoutOpenssl}`,
  ({ open }) => {
    it.runIf(hasTools).each([
      ['FalsePositive', 'considers it harmless'],
      ['Duplicated', 'knows this email already'],
      ['Other', 'closed the report'],
    ])('that is closed as %s says: %s', async (resolution, said) => {
      const { app, take, received } = await makeAnswering(open)
      const id = await promoted(app, await take(report('ann@ours.example', 'r1')))
      await resolve(app, id, resolution)
      await send(app)
      expect(received.map(({ content }) => content)).toEqual([expect.stringContaining(said)])
    })

    it.runIf(hasTools)('follows a person who closes one or many, and no other change', async () => {
      const { app, take } = await makeAnswering(open)
      const id = await promoted(app, await take(report('ann@ours.example', 'r1')))
      const analyst = app.as('analyze')
      await analyst.updateCaseV1({ id }, { title: 'Another' })
      await analyst.updateCaseV1({ id }, { status: 'Open' })
      const actor = { login: 'alan', organization: 'alpha', address: 'server', requestId: 'x' }
      // As rules and responders do.
      await write(app.deps, actor, (w) =>
        updateCase(w, { id }, { status: 'Resolved', summary: 'x' }),
      )
      await analyst.updateCaseV1({ id }, { title: 'A third' })
      expect(await waiting(app)).toEqual([])
      await analyst.updateCases({ ids: [id], resolutionStatus: 'Indeterminate' })
      expect(await waiting(app)).toHaveLength(1)
    })

    it.runIf(hasTools)('is never caused by an agent', async () => {
      const { app, take } = await makeAnswering(open)
      const id = await promoted(app, await take(report('ann@ours.example', 'r1')))
      const { key } = await agentKey(app)
      await app.inject({
        ...{ method: 'PATCH', url: `/api/v1/case/${id}`, payload: { status: 'Resolved' } },
        headers: { authorization: `Bearer ${key}` },
      })
      expect(await waiting(app)).toEqual([])
    })

    it.runIf(hasTools)('is for the alerts of the organization alone', async () => {
      const { app, take } = await makeAnswering(open)
      const alert = await take(report('ann@ours.example', 'r1'))
      const id = await promoted(app, alert)
      await app.deps.db
        .updateTable('alerts')
        .set({ organization: 'beta' })
        .where('id', '=', alert)
        .execute()
      await resolve(app, id)
      expect(await waiting(app)).toEqual([])
    })
  },
)
