import {
  administrators,
  callers,
  canaryOf,
  type Organization,
  type Things,
} from './hostile-callers.ts'
import type { Target } from './target.ts'
import { aFile, enable, givenOrganization, givenUser, upload } from './work.ts'

/** Something of every kind, with the canary of its organization in every text. */
export async function fill(target: Target, organization: Organization): Promise<Things> {
  const canary = canaryOf(organization)
  await givenOrganization(target, organization)
  const roles = { alan: ['read', 'analyze'], rita: ['read'], nora: [] } as const
  const people = callers.filter((caller) => caller.organization === organization)
  for (const { login } of people)
    await givenUser(
      target,
      login,
      organization,
      login in roles ? roles[login as 'alan'] : undefined,
    )
  // Whom the calls that change a user may change.
  const spare = `spare-of-${organization}`
  await givenUser(target, spare, organization, ['read'])
  await target.must(200, 'PATCH', `/api/user/${spare}`, { as: 'root', json: { name: canary } })
  if (organization === 'alpha')
    await target.must(200, 'PATCH', '/api/user/lars', { as: 'root', json: { status: 'Locked' } })
  const as = administrators[organization]
  if (organization === 'gamma') await givenUser(target, as, organization)
  const post = async (path: string, json: object) =>
    [(await target.must(201, 'POST', path, { as, json })).json].flat()[0]
  const text = { title: canary, description: canary, tags: [canary] }
  const field = await post('/api/customField', {
    name: `field-${organization}`,
    reference: `field-${organization}`,
    type: 'string',
    description: canary,
  })
  const made = await post('/api/case', {
    ...text,
    customFields: { [`field-${organization}`]: { string: canary } },
  })
  const other = await post('/api/case', { ...text, summary: canary })
  const alert = await post('/api/alert', {
    ...text,
    type: 'kind',
    source: 'source',
    sourceRef: `ref-${organization}`,
    externalLink: `https://example.org/${canary}`,
    artifacts: [{ dataType: 'other', data: canary, message: canary }],
  })
  const task = await post(`/api/case/${made.id}/task`, { title: canary, description: canary })
  const log = await post(`/api/case/task/${task.id}/log`, { message: canary })
  const observable = await post(`/api/case/${made.id}/artifact`, {
    dataType: 'other',
    data: canary,
    message: canary,
    tags: [canary],
  })
  const file = { name: `${canary}.txt`, content: `content ${canary}` }
  const stored = (
    await target.must(201, 'POST', `/api/case/${made.id}/artifact`, {
      as,
      ...upload({ _json: JSON.stringify({ dataType: 'file', message: canary }) }, file),
    })
  ).json
  const template = await post('/api/case/template', {
    name: `template-${organization}`,
    description: canary,
    titlePrefix: canary,
    tasks: [{ title: canary }],
  })
  const webhook = await post('/api/webhook', {
    name: `hook-${organization}`,
    url: `https://example.org/${canary}`,
    enabled: false,
    secret: `${canary}-secret`,
  })
  const workers = (await target.must(200, 'GET', '/api/analyzer?range=all', { as })).json as {
    id: string
    name: string
  }[]
  const analyzer = workers.find(({ name }) => name.startsWith('Assay_Text'))?.id ?? ''
  const responder = (
    await enable(
      target,
      as,
      'Assay_Feed_1_0',
      { feed: `feed-${organization}` },
      { type: 'responder' },
    )
  ).json.id
  const run = async (path: string, sent: object) => {
    const { json } = await target.must(200, 'POST', path, { as, ...sent })
    await target.must(200, 'GET', `/api/job/${json.id}/waitreport?atMost=60second`, { as })
    return json.id as string
  }
  const job = await run(`/api/analyzer/${analyzer}/run`, {
    json: {
      dataType: 'other',
      data: `${canary} http://${canary.toLowerCase()}.example/x`,
      message: canary,
      tlp: 0,
    },
  })
  const fileJob = await run(
    `/api/analyzer/${workers.find(({ name }) => name.startsWith('Assay_File'))?.id}/run`,
    aFile(`file of ${canary}`),
  )
  await run(`/api/responder/${responder}/run`, {
    json: {
      dataType: 'thehive:case_artifact',
      tlp: 0,
      pap: 0,
      message: canary,
      data: {
        _id: observable.id,
        dataType: 'domain',
        data: `${organization}.canary.example`,
        tlp: 0,
        pap: 0,
      },
    },
  })
  const budget = await post('/api/budget', {
    name: canary,
    windows: [{ count: 1000, per: 'day' }],
  })
  const published = await post(`/api/feeds/feed-${organization}`, {})
  const resource = await target.call('POST', '/api/resource', {
    as,
    ...upload({}, { name: `rules-${organization}.yar`, content: `// ${canary}` }),
  })
  const threatFeed = `threats-${organization}`
  await target.call('PUT', `/api/threatFeed/${threatFeed}`, {
    as,
    json: { resource: `upload:${resource.json.name}`, format: 'text' },
  })
  return {
    ...{
      organization,
      threatFeed,
      user: spare,
      case: made.id,
      number: String(made.caseId),
      other: other.id,
      alert: alert.id,
    },
    ...{
      alertName: `kind;source;ref-${organization}`,
      task: task.id,
      log: log.id,
      observable: observable.id,
    },
    ...{
      hash: [stored].flat()[0].attachment.id,
      template: template.id,
      webhook: webhook.id,
      customField: field.id,
    },
    ...{
      analyzer,
      responder,
      job,
      fileJob,
      feed: `feed-${organization}`,
      feedPath: published.paths[0],
    },
    ...{
      resource: resource.json.name ?? `rules-${organization}.yar`,
      budget: budget.id,
      type: 'ip',
      config: 'Assay_Text',
      stream: 'no-such-stream',
    },
  }
}
