import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { oneDatabase } from '../databases.ts'
import { makeEngineApp, programs } from './setup.ts'

const notify = {
  ...programs.echo,
  name: 'Notify',
  type: 'responder' as const,
  dataTypeList: ['thehive:case'],
  inputItems: [
    { name: 'to', type: 'string', required: true, format: 'mail', description: 'Recipient' },
    { name: 'days', type: 'number', min: 1, max: 30, defaultValue: 7 },
    { name: 'gateway', type: 'string', format: 'ip' },
  ],
}

describe.each(oneDatabase)('$name: a responder that declares inputs', ({ open }) => {
  async function make() {
    const app = await makeEngineApp(open, [notify, programs.responder])
    const { id } = await app.enable('orgadmin', 'Notify')
    const client = app.as('analyze')
    const run = (parameters: Record<string, unknown>) =>
      client.runResponder({ id }, { data: {}, dataType: 'thehive:case', parameters })
    return { app, id, client, run }
  }

  it('shows them, and gets what it asked for with its defaults', async () => {
    const { client, id, run } = await make()
    const { inputItems } = await client.getResponder({ id })
    expect(inputItems).toMatchObject([
      { name: 'to', required: true, format: 'mail' },
      { name: 'days', min: 1, max: 30, defaultValue: 7 },
      { name: 'gateway' },
    ])

    const parameters = { to: 'ada@bank.example', user: 'alan', organisation: 'alpha' }
    const job = await run(parameters)
    const { report } = await client.waitReport({ id: job.id }, { atMost: 'Inf' })

    expect((report as { full: { input: object } }).full.input).toMatchObject({
      parameters: { ...parameters, days: 7 },
    })
  })

  it('is not started with others, and each wrong one is named at once', async () => {
    const { app, client, id } = await make()

    const answer = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: `/api/responder/${id}/run`,
      payload: { data: {}, dataType: 'thehive:case', parameters: { days: 0, cc: 'x' } },
    })

    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors.map(({ name }: { name: string }) => name)).toEqual([
      'parameters.cc',
      'parameters.to',
      'parameters.days',
    ])
    expect((await client.listJobs()).total).toBe(0)
  })

  it('is refused on protected observables that its inputs name', async () => {
    const { app, id, run } = await make()
    await app.as('orgadmin').setResponderPolicy({ id }, { effect: 'change' })

    const refusal = await refusalOf(run({ to: 'ada@bank.example', gateway: '1.1.1.1' }))

    expect(refusal.message).toContain('Public resolver (Cloudflare)')
  })

  it('without a declaration takes any parameters, as before', async () => {
    const { app, client } = await make()
    const { id } = await app.enable('orgadmin', 'Block')

    const job = await client.runResponder(
      { id },
      { data: {}, dataType: 'thehive:case', parameters: { any: ['thing'] } },
    )

    expect(job.parameters).toEqual({ any: ['thing'] })
  })
})
