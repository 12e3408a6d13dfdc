import { hash } from 'node:crypto'
import type { contract, Input } from '@assay/contract'
import type { TestDatabases } from '../databases.ts'
import type { FixtureProgram } from '../engine/setup.ts'
import { type ConnectorApp, makeConnectorApp, operating, rowsOf } from '../platform/connector.ts'
import type { Options, TestApp } from '../setup.ts'

/** An analyzer that ends with this report. */
export const reporting = (name: string, full: unknown, more: Partial<FixtureProgram> = {}) =>
  ({
    name,
    type: 'analyzer',
    dataTypeList: ['ip', 'domain', 'url', 'other'],
    script: `cat > "$1/output/output.json" <<'END'
${JSON.stringify({ success: true, full, summary: { taxonomies: [] }, artifacts: [] })}
END`,
    ...more,
  }) satisfies FixtureProgram

export const block = operating('Block', [{ type: 'AddTagToArtifact', tag: 'blocked' }])

type NewKey = Input<typeof contract.createApiKey>

let number = 0

/** A key for an agent of this user. */
export async function agentKey(
  app: TestApp,
  more: Partial<NewKey> = {},
  person: 'analyze' | 'read' | 'orgadmin' | 'stranger' = 'analyze',
) {
  number += 1
  const { id: login } = await app.as(person).currentUser()
  return app
    .as(person)
    .createApiKey({ login }, { name: `agent ${number}`, scope: 'agent', ...more })
}

export const makeAgentApp = (
  open: TestDatabases['open'],
  programs: readonly FixtureProgram[] = [block, reporting('Look', { seen: true })],
  options: Options = {},
): Promise<ConnectorApp> => makeConnectorApp(open, programs, options)

export const protocolHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** One message of the revision of 2025, which needs no handshake here. */
export const send = (
  app: TestApp,
  key: string | undefined,
  message: object | string,
  headers: Record<string, string> = {},
) =>
  app.http.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      ...protocolHeaders,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    payload: message,
  })

export interface Called {
  readonly isError: boolean
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever a tool says is what is looked at
  readonly answer: any
}

export async function callTool(
  app: TestApp,
  key: string,
  name: string,
  args: object = {},
): Promise<Called> {
  const params = { name, arguments: args }
  const response = await send(app, key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  const { result } = response.json()
  const text: string = result.content[0].text
  const isError = result.isError === true
  return { isError, text, answer: isError ? undefined : JSON.parse(text) }
}

type Owner = Parameters<ReturnType<typeof rowsOf>['observable']>[0]
type More = Parameters<ReturnType<typeof rowsOf>['observable']>[1]

/** As the platform stores it: found by the hash of its text. */
export async function storedObservable(app: TestApp, owner: Owner, more: More = {}) {
  const data = more?.data ?? '192.0.2.7'
  const id = await rowsOf(app).observable(owner, { ...more, data })
  await app.deps.db
    .updateTable('observables')
    .set({ value_hash: hash('sha256', data) })
    .where('id', '=', id)
    .execute()
  return id
}
