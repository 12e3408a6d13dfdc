import { multipart } from '../forms.ts'
import type { Person, TestApp } from '../setup.ts'

export const upload = (
  app: TestApp,
  mail: string | Buffer,
  { as = 'analyze', name = 'phish.eml' }: { as?: Person; name?: string } = {},
) =>
  app.inject({
    as,
    method: 'POST',
    url: '/api/v1/mail',
    ...multipart({ name: 'attachment', filename: name, value: mail }),
  })

export const uploadRaw = (app: TestApp, mail: string | Buffer, as: Person = 'analyze') =>
  app.inject({
    as,
    method: 'POST',
    url: '/api/v1/mail',
    payload: mail,
    headers: { 'content-type': 'message/rfc822' },
  })

interface ShownAlert {
  readonly _id: string
  readonly type: string
  readonly source: string
  readonly sourceRef: string
  readonly title: string
  readonly description: string
  readonly status: string
}

export const alertsOf = (app: TestApp, as: Person = 'read') =>
  app.as(as).queryV1({ query: [{ _name: 'listAlert' }] }) as Promise<ShownAlert[]>

export const observablesOf = (app: TestApp, alertId: string) =>
  app.as('read').queryV1({
    query: [{ _name: 'getAlert', idOrName: alertId }, { _name: 'observables' }],
  }) as Promise<
    {
      dataType: string
      data?: string
      message: string
      attachment?: { name: string; id: string }
    }[]
  >
