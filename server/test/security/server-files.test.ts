import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { sqlite } from '../databases.ts'
import { sharedByTests } from '../lifetime.ts'
import { makeFileServer, pathItems, secret, stranger } from './server-files.ts'

/** What no answer may hold: our own secret, and the first line of files that every machine has. */
const forbidden = [secret, firstLine('/etc/passwd'), firstLine('/etc/shadow')].filter(Boolean)

function firstLine(path: string): string {
  try {
    return readFileSync(path, 'utf8').split('\n')[0] ?? ''
  } catch {
    return ''
  }
}

function expectNothingOfTheServer(answer: unknown) {
  const text = JSON.stringify(answer)
  for (const word of forbidden) expect(text).not.toContain(word)
}

describe('the configuration of an analyzer', () => {
  const shared = sharedByTests(async () => {
    const app = await makeFileServer(sqlite.open)
    await app.upload('theirs.txt', `203.0.113.9, ${secret}`, stranger)
    await app.upload('ours.txt', '198.51.100.1')
    return app
  })

  it('with the path of the master key is refused, and the key is in no report', async () => {
    // As it was found on 0.4.0, where the report quoted the key; nothing here is newer than that.
    const app = await shared()
    const path = join(app.dataFolder, 'master.key')
    const { id } = await app
      .as('orgadmin')
      .enableAnalyzer({ id: 'Assay_Yara_1_0' }, { name: 'Assay_Yara_1_0' })
    const change = await app.inject({
      as: 'orgadmin',
      method: 'PATCH',
      url: `/api/analyzer/${id}`,
      payload: { configuration: { rules: [path] } },
    })
    const attachment = new File(['any file'], 'a.txt')
    const job = await app.as('orgadmin').runAnalyzer({ id }, { dataType: 'file', attachment })
    const ended = await app.as('orgadmin').waitReport({ id: job.id }, { atMost: 'Inf' })

    expect(JSON.stringify(ended)).not.toContain(secret)
    expect(change.statusCode).toBe(400)
    expect(ended).toMatchObject({ status: 'Success' })
  })

  it('cannot name a file of the server: neither the master key nor any other', async () => {
    const app = await shared()

    for (const path of pathItems) {
      const worker = await app.enableWith(path)
      for (const hostile of app.hostilePaths) {
        const response = await app.inject({
          as: 'orgadmin',
          method: 'PATCH',
          url: `/api/analyzer/${worker}`,
          payload: { configuration: { [path.item]: [hostile] } },
        })
        expect(`${hostile}: ${response.statusCode}`).toBe(`${hostile}: 400`)
        expect(response.json()).toMatchObject({
          type: 'AttributeCheckingError',
          errors: [
            {
              type: 'InvalidFormatAttributeError',
              name: path.item,
              message: expect.stringMatching(
                new RegExp(
                  `^Invalid value for ${path.item}: .+ Available: (upload:\\S+, )*upload:ours\\.txt, .*server:rules`,
                ),
              ),
            },
          ],
        })
        expectNothingOfTheServer(response.json())
        expect(response.body).not.toContain('theirs')
      }
      // Nothing of it was saved, and the analyzer works as before.
      expect(await app.run(worker, path)).toMatchObject({ status: 'Success' })
    }
  })

  it('cannot name one when it is enabled, or in a shared configuration', async () => {
    const app = await shared()

    for (const path of pathItems)
      for (const hostile of app.hostilePaths) {
        const configuration = { [path.item]: [hostile] }
        const enabling = app
          .as('orgadmin')
          .enableAnalyzer({ id: path.definition }, { name: 'x', configuration })
        expect((await refusalOf(enabling)).status).toBe(400)
        const name = path.definition.replace(/_1_0$/, '')
        const sharing = app.as('orgadmin').updateAnalyzerConfig({ name }, { config: configuration })
        expect((await refusalOf(sharing)).status).toBe(400)
      }
  })

  it('that 0.4.0 stored with a path ends in a failure that says what to do and quotes nothing', async () => {
    const app = await shared()
    app.forgetLog()

    for (const [index, path] of pathItems.entries()) {
      const worker = await app.enableWith(path)
      // All of them for one item, and each of the others with some: what is read is the same list.
      for (const hostile of app.hostilePaths.filter(
        (_, at) => index === 0 || (at + index) % 7 === 0,
      )) {
        await app.smuggle(worker, path.item, [hostile])
        const ended = await app.run(worker, path)
        expect(ended).toMatchObject({
          status: 'Failure',
          report: {
            errorMessage: expect.stringMatching(
              /is a server path\. Upload the file, or ask the operator|no longer exists/,
            ),
          },
        })
        expectNothingOfTheServer((ended.report as { errorMessage: string }).errorMessage)
      }
    }
    expectNothingOfTheServer(app.logged().replaceAll(/"input":.*/g, ''))
  })

  it('with a broken file of any user reports file and line, never its content', async () => {
    const app = await shared()
    app.forgetLog()
    const broken = `${secret}\n{"${secret}": ${secret}`

    for (const path of pathItems) {
      const reference = await app.upload('broken.txt', broken)
      const worker = await app.enableWith(path, [reference])
      const ended = await app.run(worker, path)

      expectNothingOfTheServer(ended)
      if (path.item === 'rules')
        expect(ended).toMatchObject({
          report: {
            errorMessage:
              'None of the rules are usable. broken.txt: line 1, column 1: syntax error (E001)',
          },
        })
    }
    expectNothingOfTheServer(app.logged())
  })

  it('that holds a rule with an include reads no other file', async () => {
    const app = await shared()
    const [rules] = pathItems
    const included = [`${app.dataFolder}/master.key`, '/etc/passwd', 'good.yar', '../outside']
    const text = included.map((path) => `include "${path}"`).join('\n')
    const worker = await app.enableWith(rules, [await app.upload('include.yar', text)])

    const ended = await app.run(worker, rules)

    expect(ended).toMatchObject({
      status: 'Failure',
      report: { errorMessage: expect.stringContaining('include is not supported') },
    })
    expectNothingOfTheServer(ended)
  })
})
