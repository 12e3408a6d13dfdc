import { beforeAll, describe, expect, it } from 'vitest'
import { canary, foundOfTheServer, startWithCanaries } from './server-canaries.ts'
import { atTheEnd, type Target } from './target.ts'
import { aFile, enable, enabled, runToEnd, upload } from './work.ts'

const cleanup = atTheEnd()
let target: Target

beforeAll(async () => {
  target = await startWithCanaries(cleanup)
})

describe('finding 1: rules, lists and databases of the operator and of organizations', () => {
  it('what the operator offers can be chosen by name, and links out of it cannot', async () => {
    const listed = await target.must(200, 'GET', '/api/resource', { as: 'ada' })
    const id = await enabled(target, 'ada', 'Assay_Yara_1_0')
    const choose = (rule: string) =>
      target.call('PATCH', `/api/analyzer/${id}`, {
        as: 'ada',
        json: { configuration: { rules: [rule] } },
      })
    const chosen = async (rule: string) => {
      const { status, text } = await choose(rule)
      const { job, said } = await runToEnd(target, 'ada', id, aFile(`for ${rule}`))
      return { status, job: job.status, said: text + said }
    }

    expect(await chosen('server:rules/ok.yar')).toMatchObject({ status: 200, job: 'Success' })
    const broken = await chosen('server:broken.yar')
    expect(await foundOfTheServer(target, broken.said)).toEqual([])
    const refused = [
      'linked.yar',
      'linked/passwd',
      'linked',
      'rules/../linked.yar',
      '../beside-data.txt',
    ]
    const statuses = []
    for (const name of refused) {
      const { status, text } = await choose(`server:${name}`)
      statuses.push(`${name} ${status}`)
      expect(text).not.toContain('root:x:')
    }
    expect(statuses).toEqual(refused.map((name) => `${name} 400`))
    const names = listed.json.map(({ reference }: { reference: string }) => reference)
    expect(names).toContain('server:rules/ok.yar')
    expect(listed.text).not.toMatch(/linked|passwd/)
  })

  it('uploads belong to one organization, and their errors do not quote them', async () => {
    const file = { name: 'ours.yar', content: `rule Ours { condition: true }` }
    const bad = { name: 'bad.yar', content: `${canary} is no rule` }
    await target.must(201, 'POST', '/api/resource', { as: 'ada', ...upload({}, file) })
    await target.must(201, 'POST', '/api/resource', { as: 'ada', ...upload({}, bad) })
    const configure = (as: string, rule: string, name: string) =>
      enable(target, as, 'Assay_Yara_1_0', { rules: [rule] }, { name })

    const own = await configure('ada', 'upload:ours.yar', 'own')
    const others = await configure('bob', 'upload:ours.yar', 'others')
    const ofBad = await configure('ada', 'upload:bad.yar', 'bad')
    const seen = await target.must(200, 'GET', '/api/resource', { as: 'bob' })
    const read = await target.call('GET', '/api/resource/ours.yar/content', { as: 'bob' })
    const removed = await target.call('DELETE', '/api/resource/ours.yar', { as: 'bob' })
    const asReader = await target.call('GET', '/api/resource', { as: 'alan' })

    expect(own.status, own.text).toBe(201)
    expect([others.status, read.status, removed.status, asReader.status]).toEqual([
      400, 404, 404, 403,
    ])
    expect(seen.json.filter(({ source }: { source: string }) => source === 'organization')).toEqual(
      [],
    )
    expect((await runToEnd(target, 'ada', own.json.id, aFile())).job.status).toBe('Success')
    if (ofBad.status === 201)
      expect((await runToEnd(target, 'ada', ofBad.json.id, aFile())).said).not.toContain(canary)
    expect(ofBad.text).not.toContain(canary)
  })

  it('a folder is read without the links in it, and rules include no other file', async () => {
    const passwd = {
      name: 'include.yar',
      content: 'include "/etc/passwd"\nrule A { condition: true }',
    }
    const key = { name: 'key.yar', content: `include "${target.data}/master.key"` }
    for (const file of [passwd, key])
      await target.must(201, 'POST', '/api/resource', { as: 'ada', ...upload({}, file) })
    let said = ''
    for (const rule of ['server:rules', 'upload:include.yar', 'upload:key.yar']) {
      const worker = await enable(
        target,
        'ada',
        'Assay_Yara_1_0',
        { rules: [rule] },
        { name: rule },
      )
      said += worker.text
      if (worker.status === 201)
        said += (await runToEnd(target, 'ada', worker.json.id, aFile())).said
    }
    expect(await foundOfTheServer(target, said)).toEqual([])
  })

  it('an upload is refused or stored under just the name that it was given', async () => {
    const names = [
      '../../../escaped.yar',
      '/tmp/escaped.yar',
      '..',
      '.',
      'a/b',
      'a\\..\\b',
      'upload:x',
    ]
    const odd = [
      ' ',
      'x'.repeat(1000),
      '__proto__',
      'a\0b',
      'a\nb',
      '.hidden',
      'ü'.repeat(200),
      'CON',
    ]
    const content = 'rule A { condition: true }'
    for (const name of [...names, ...odd]) {
      const sent = await target.call('POST', '/api/resource', {
        as: 'ada',
        ...upload({ name }, { name: 'a.yar', content }),
      })
      expect([201, 400], JSON.stringify(name)).toContain(sent.status)
      if (sent.status !== 201) continue
      const path = `/api/resource/${encodeURIComponent(sent.json.name)}/content`
      const read = await target.call('GET', path, { as: 'ada' })
      expect(read.text, name).toBe(content)
    }
  })
})
