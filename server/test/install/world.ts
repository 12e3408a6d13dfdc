import type { Server } from '../program.ts'

export const superadminKey = 'a-key-of-the-first-user-0123456789abcdef'
export const adaKey = 'a-key-of-ada-0123456789abcdef-0123456789'

/** The first user, the organization `soc` with all built-in analyzers, and Ada in it. */
export async function makePeople(server: Server): Promise<void> {
  const post = async (path: string, input: object, key?: string) => {
    const response = await server.call('POST', path, { input, ...(key !== undefined && { key }) })
    if (response.status !== 201) throw new Error(`${path}: ${await response.text()}`)
  }
  const first = { login: 'first', name: 'First', password: 'first-password', key: superadminKey }
  await post('/api/user', { ...first, roles: ['superadmin'] })
  const organization = { name: 'soc', description: 'x', enableBuiltin: true }
  await post('/api/organization', organization, superadminKey)
  const ada = { login: 'ada', name: 'Ada', organization: 'soc', roles: ['orgadmin'] }
  await post('/api/user', { ...ada, password: 'ada-password', key: adaKey }, superadminKey)
}

/** Runs a built-in analyzer on a domain and waits for its report. */
export async function runJob(
  server: Server,
  headers: Record<string, string> = {},
): Promise<{ id: string; workerName: string; status: string; report: object }> {
  const listed = await server.call('GET', '/api/analyzer/type/domain', { key: adaKey })
  const [analyzer] = (await listed.json()) as { id: string }[]
  const submitted = await server.call('POST', `/api/analyzer/${analyzer?.id}/run`, {
    key: adaKey,
    input: { dataType: 'domain', data: 'paypa1.com', tlp: 1 },
    headers,
  })
  const { id } = (await submitted.json()) as { id: string }
  const report = `/api/job/${id}/waitreport?atMost=1minute`
  return (await (await server.call('GET', report, { key: adaKey })).json()) as never
}

/** A file that some analyzer looks at; resolves when its report is there. */
export async function submitFile(server: Server, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const listed = await server.call('GET', '/api/analyzer/type/file', { key: adaKey })
  const [analyzer] = (await listed.json()) as { id: string }[]
  const form = new FormData()
  form.set('_json', JSON.stringify({ dataType: 'file' }))
  form.set('attachment', new Blob([bytes]), 'sample.txt')
  const submitted = await fetch(`${server.address}/api/analyzer/${analyzer?.id}/run`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${adaKey}` },
  })
  const { id } = (await submitted.json()) as { id: string }
  const report = await server.call('GET', `/api/job/${id}/waitreport?atMost=1minute`, {
    key: adaKey,
  })
  if (report.status !== 200) throw new Error(await report.text())
}
