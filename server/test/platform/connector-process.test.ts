import { dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { writeFixtureProgram } from '../fixture-program.ts'
import { patienceMs } from '../patience.ts'
import { dataFolder, type Server, start } from '../program.ts'

const root = 'a-key-of-the-superadmin-0123456789abcdef'
const analyst = 'a-key-of-the-analyst-0123456789abcdef01'

/** `Quick` tags the observable, `Slow` waits for a file that is never made. */
async function responders(data: string): Promise<string> {
  const folder = join(dirname(data), 'responders')
  const scripts = {
    Quick: `echo '{"success":true,"full":{"message":"done"},"operations":[{"type":"AddTagToArtifact","tag":"blocked"}]}' > "$1/output/output.json"`,
    Slow: 'exec sleep 600',
  }
  for (const [name, script] of Object.entries(scripts)) {
    await writeFixtureProgram(folder, { name, script, dataTypeList: ['thehive:case_artifact'] })
  }
  return folder
}

async function settings(): Promise<Record<string, string>> {
  const data = await dataFolder()
  return {
    ASSAY_DATA_DIR: data,
    ASSAY_RESPONDER_URLS: await responders(data),
    ASSAY_JOB_RUNNERS: 'process',
    ASSAY_JOB_SANDBOX: 'off',
    ASSAY_BOOTSTRAP_LOGIN: 'root',
    ASSAY_BOOTSTRAP_KEY: root,
    ASSAY_HTTP_HOST: '0.0.0.0',
    ASSAY_AUTH_METHOD_KEY: 'true',
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at as they come
type Json = any

const caller = (server: Server) => {
  const { port } = new URL(server.address)
  return async (method: string, path: string, input?: object, key = analyst): Promise<Json> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(input === undefined ? {} : { body: JSON.stringify(input) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.json()
  }
}

/** An organization with an analyst, both responders, and two observables in a case. */
async function prepare(call: ReturnType<typeof caller>) {
  await call('POST', '/api/organization', { name: 'alpha', description: 'a' }, root)
  const user = {
    login: 'ada',
    name: 'Ada',
    organization: 'alpha',
    roles: ['orgadmin'],
    key: analyst,
  }
  await call('POST', '/api/user', user, root)
  const enable = async (name: string) =>
    (await call('POST', `/api/organization/responder/${name}_1_0`, { name })).id as string
  const ids = { Quick: await enable('Quick'), Slow: await enable('Slow') }
  const { id } = await call('POST', '/api/case', { title: 'A case', description: 'd' })
  const [one, two] = await call('POST', `/api/case/${id}/artifact`, {
    dataType: 'ip',
    data: ['192.0.2.1', '192.0.2.2'],
  })
  const run = (responder: keyof typeof ids, objectId: string) =>
    call('POST', '/api/connector/engine/action', {
      engineId: 'local',
      responderId: ids[responder],
      objectType: 'case_artifact',
      objectId,
    })
  return { observables: [one.id, two.id] as [string, string], run }
}

const actionOn = async (call: ReturnType<typeof caller>, observable: string): Promise<Json> =>
  (await call('GET', `/api/connector/engine/action/case_artifact/${observable}`))[0]

const ended = (call: ReturnType<typeof caller>, observable: string) =>
  vi.waitFor(
    async () => {
      const action = await actionOn(call, observable)
      if (action.endDate === undefined) throw new Error(`${action.status}: not ended`)
      return action
    },
    { timeout: patienceMs, interval: 20 },
  )

it('the program with engine and platform in one process ends an action on whatever address it listens, and one in which it was killed once after the next start', async () => {
  const environment = await settings()
  const first = await start(environment)
  const call = caller(first)
  const { observables, run } = await prepare(call)
  const [quick, slow] = observables

  const action = await run('Quick', quick)
  const done = await ended(call, quick)

  expect(action.status).toBe('Waiting')
  expect(done.status).toBe('Success')
  expect(JSON.parse(done.operations)).toMatchObject([{ status: 'Success' }])
  expect((await call('GET', `/api/case/artifact/${quick}`)).tags).toEqual(['blocked'])

  const { _id } = await run('Slow', slow)
  await vi.waitFor(async () => {
    expect((await actionOn(call, slow)).status).toBe('InProgress')
  }, patienceMs)
  first.child.kill('SIGKILL')
  await first.ended
  const second = await start(environment)
  const killed = await ended(caller(second), slow)

  // A responder is never repeated: what it has already done is unknown.
  expect(killed).toMatchObject({ _id, status: 'Failure' })
  expect(JSON.parse(killed.report).errorMessage).toEqual(expect.any(String))
  expect((await second.stop()).code).toBe(0)
})
