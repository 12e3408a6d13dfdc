import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { endedAction } from './connector.ts'
import { stubJob } from './stub-engine.ts'
import { report, withStub } from './stubbed.ts'

type Stubbed = Awaited<ReturnType<typeof withStub>>

const ends = ({ stub }: Stubbed, operations: unknown, status = 'Success') =>
  stub.on(report, () => ({
    body: stubJob({ status, report: { success: status === 'Success', operations } }),
  }))

async function resultsOf({ app, act, caseId }: Stubbed) {
  const { body } = await act({ objectType: 'case', objectId: caseId }, 'cortex')
  const row = await endedAction(app, body._id)
  const results: { type: string; status: string; message: string }[] = JSON.parse(row.operations)
  return { row, results }
}

const tagsOf = async ({ app, caseId }: Stubbed): Promise<string[]> => {
  const query = app.deps.db.selectFrom('cases').select('tags').where('id', '=', caseId)
  return JSON.parse((await query.executeTakeFirstOrThrow()).tags)
}

describe.each(databases)('$name: operations from an unchecked report', ({ open }) => {
  it('become a Failure entry each, and the rest continues', async () => {
    const stubbed = await withStub(open)
    ends(stubbed, [
      { type: 'DropDatabase' },
      { type: 'AddTagToCase' },
      { type: 'AddTagToCase', tag: 'nul \0 in it' },
      { type: 'AddTagToCase', tag: 'x'.repeat(300_000) },
      'not even an object',
      null,
      { type: 'AddCustomFields', name: 'nowhere', tpe: 'string', value: 'v' },
      { type: 'AddArtifactToCase', data: 'd', dataType: 'no-such-type', message: 'm' },
      { type: 'AddArtifactToCase', data: 'd', dataType: 'file', message: 'm' },
      { type: 'AssignCase', owner: 'bob' },
      { type: 'AddTagToCase', tag: 'last' },
    ])

    const { row, results } = await resultsOf(stubbed)

    expect(row.status).toBe('Success')
    expect(results.map(({ type, message }) => `${type}: ${message}`)).toEqual([
      'DropDatabase: ActionOperation DropDatabase unknown',
      'AddTagToCase: AddTagToCase requires the parameter tag',
      'AddTagToCase: AddTagToCase has an invalid parameter tag',
      'AddTagToCase: AddTagToCase exceeds 65536 characters',
      'Unknown: An operation must be an object',
      'Unknown: An operation must be an object',
      'AddCustomFields: CustomField nowhere not found',
      'AddArtifactToCase: ObservableType no-such-type not found',
      expect.stringMatching(/^AddArtifactToCase: .*file/),
      'AssignCase: User not found',
      'AddTagToCase: Success',
    ])
    expect(results.filter(({ status }) => status === 'Success')).toHaveLength(1)
    expect(await tagsOf(stubbed)).toEqual(['old', 'last'])
  })

  it('that the database itself refuses take nothing else with them', async () => {
    const stubbed = await withStub(open)
    const { db } = stubbed.app.deps
    ends(stubbed, [
      { type: 'AddTagToCase', tag: 'before' },
      { type: 'CreateTask', title: 't', description: 'd' },
      { type: 'AddTagToCase', tag: 'after' },
    ])
    await db.schema.alterTable('tasks').renameTo('tasks_away').execute()

    const { results } = await resultsOf(stubbed).finally(() =>
      db.schema.alterTable('tasks_away').renameTo('tasks').execute(),
    )

    expect(results.map(({ message }) => message)).toEqual([
      'Success',
      'The operation failed',
      'Success',
    ])
    expect(await tagsOf(stubbed)).toEqual(['old', 'before', 'after'])
  })
})

describe.each(oneDatabase)('$name: operations from an unchecked report', ({ open }) => {
  it('are executed a hundred at most', async () => {
    const stubbed = await withStub(open)
    ends(
      stubbed,
      Array.from({ length: 5_000 }, (_, index) => ({ type: 'AddTagToCase', tag: `t${index}` })),
    )

    const { row, results } = await resultsOf(stubbed)

    expect(results).toHaveLength(101)
    expect(results.at(-1)).toMatchObject({
      status: 'Failure',
      message: expect.stringMatching(/^4900 more operations were not executed/),
    })
    expect(row.operations.length).toBeLessThan(20_000)
    expect(await tagsOf(stubbed)).toHaveLength(101)
  })

  it('are executed after a failure of the responder too, if it reports some', async () => {
    const stubbed = await withStub(open)
    ends(stubbed, [{ type: 'AddTagToCase', tag: 'failed' }], 'Failure')

    const { row } = await resultsOf(stubbed)

    expect(row.status).toBe('Failure')
    expect(await tagsOf(stubbed)).toEqual(['old', 'failed'])
  })

  it('find nothing to do when the case was removed in the meantime, and the action ends', async () => {
    const stubbed = await withStub(open)
    const { app, act, objectId } = stubbed
    const { body } = await act()
    await app.deps.db.deleteFrom('observables').where('id', '=', objectId).execute()
    ends(stubbed, [{ type: 'AddTagToArtifact', tag: 'x' }])

    const row = await endedAction(app, body._id)

    expect(row.status).toBe('Success')
    expect(JSON.parse(row.operations)).toMatchObject([
      { status: 'Failure', message: `Observable ${objectId} not found` },
    ])
  })

  it.each([
    ['is locked', { status: 'Locked' as const }, 'User alan is locked'],
    ['has lost the role', { roles: '["read"]' }, 'User alan has read-only access'],
    ['has moved away', { organization: 'beta' }, 'User alan not found'],
  ])('are not executed when whoever started it %s meanwhile', async (_, change, message) => {
    const stubbed = await withStub(open)
    const { app, act, caseId } = stubbed
    const { body } = await act({ objectType: 'case', objectId: caseId }, 'cortex')
    await app.deps.db.updateTable('users').set(change).where('login', '=', 'alan').execute()
    ends(stubbed, [{ type: 'AddTagToCase', tag: 'x' }, { type: 'Explode' }])

    const row = await endedAction(app, body._id)

    expect(row.status).toBe('Success')
    expect(JSON.parse(row.operations)).toEqual([
      { type: 'AddTagToCase', tag: 'x', status: 'Failure', message },
      { type: 'Explode', status: 'Failure', message: 'ActionOperation Explode unknown' },
    ])
    expect(await tagsOf(stubbed)).toEqual(['old'])
  })
})
