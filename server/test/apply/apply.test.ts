import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyTenancy } from '../../src/commands/apply/apply.ts'
import { resolveReferences } from '../../src/commands/apply/references.ts'
import { readTenancy } from '../../src/commands/apply/tenancy.ts'
import { sqlite } from '../databases.ts'
import { makeEngineApp } from '../engine/setup.ts'
import { dataFolder, run, start } from '../program.ts'
import { keyOf, people } from '../setup.ts'
import { clientOf, rootKey } from '../submitter.ts'

const adaKey = 'ada-key-0123456789abcdef0123456789abcdef'
const mailPassword = 'password-of-the-mail-server'

const file = `
organizations:
  - name: alpha
    description: First team
    secondFactor: required
    retention: { jobDays: 90 }
    users:
      - login: ada
        name: Ada
        roles: [read, analyze, orgadmin]
        key: { fromEnv: ADA_KEY }
        password: { fromFile: ada.password }
      - login: rita
        roles: [read]
    budgets:
      - name: Lookups
        windows:
          - { count: 4, per: minute }
          - { count: 500, per: day, calendar: true }
        maxWaitMinutes: 60
    analyzers:
      - definition: Assay_Hash_1_0
        name: Hash
        rate: 4
        rateUnit: Minute
        maxConcurrent: 2
        budget: Lookups
        whenFull: wait
    responders:
      - definition: Assay_SendMail_1_0
        name: Mail
        configuration:
          host: 127.0.0.1
          from: a@example.org
          to: [b@example.org]
          password: { fromEnv: MAIL_PASSWORD }
    policies:
      - responder: Mail
        effect: inform
        approval: always
    protected:
      - kind: range
        value: 203.0.113.9/24
        note: Our lab
    analyzerSets:
      - name: Samples
        analyzers: [Hash]
    clocks:
      - kind: resolve
        severities: [4, 3]
        minutes: 240
        escalateTo: Ada
    caseStatuses:
      - { value: Waits for customer, stage: InProgress, pauses: true }
    mailboxes:
      - name: phishing
        host: imap.example.org
        user: phishing@example.org
        secret: { fromEnv: MAILBOX_PASSWORD }
        allow: [Example.org]
        alert: { severity: 3, tags: [reported] }
        reply: closed
        replyDomains: [Example.org]
        trustedServer: MX.example.org
        enabled: false
    channels:
      - name: duty
        form: slack
        url: { fromEnv: CHAT_URL }
        minSeverity: 3
    mailTexts: { prefix: SOC }
    webhooks:
      - name: hook
        url: https://example.org/hook
        secret: { fromEnv: HOOK_SECRET }
`

/** What the command does with a file that it has read, in this process. */
async function applyHere(
  server: { address: string },
  tenancy: string,
  environment: Record<string, string>,
  isDryRun = false,
): Promise<string> {
  const lines: string[] = []
  const read = readTenancy(await readFile(tenancy, 'utf8'))
  const { resolved } = resolveReferences(read, tenancy, environment)
  const { created, changed, unchanged } = await applyTenancy({
    tenancy: resolved,
    url: server.address,
    key: rootKey,
    isDryRun,
    write: (line) => void lines.push(line),
  })
  return [...lines, `${created} created, ${changed} changed, ${unchanged} unchanged`].join('\n')
}

describe('assay apply', () => {
  it('shows what it would do, does it, and does nothing the second time', async () => {
    const folder = await dataFolder()
    const server = await start({ ASSAY_DATA_DIR: folder })
    await server.call('POST', '/api/user', {
      input: { login: 'first', name: 'First', key: rootKey, roles: ['superadmin'] },
    })
    const tenancy = join(folder, '..', 'tenancy.yaml')
    await writeFile(tenancy, file)
    await writeFile(join(folder, '..', 'ada.password'), 'a long password\n')
    const environment = {
      ADA_KEY: adaKey,
      MAIL_PASSWORD: mailPassword,
      HOOK_SECRET: 'x'.repeat(40),
      MAILBOX_PASSWORD: 'password-of-the-mailbox',
      CHAT_URL: 'https://chat.example.org/path-of-the-chat',
    }
    const apply = (...args: string[]) =>
      run(
        environment,
        ['apply', '-f', tenancy, '--url', server.address, '--key-file', '-', ...args],
        rootKey,
      ).ended

    const planned = await apply('--dry-run')
    expect(planned).toMatchObject({ code: 0, stderr: '' })
    expect(planned.stdout).toContain('+ user ada of alpha')
    expect(planned.stdout).toContain('14 would be created, 1 would be changed, 0 unchanged.')
    const root = clientOf(server, rootKey)
    await expect(root.getOrganization({ id: 'alpha' })).rejects.toMatchObject({ status: 404 })

    const done = await apply()
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toContain('14 created, 1 changed, 0 unchanged.')
    for (const secret of Object.values(environment)) expect(done.stdout).not.toContain(secret)
    expect(await root.getOrganization({ id: 'alpha' })).toMatchObject({ secondFactor: 'required' })
    expect(await root.getRetention({ id: 'alpha' })).toMatchObject({ jobDays: 90 })
    const ada = clientOf(server, adaKey)
    expect((await ada.listProtectedValues()).at(-1)).toMatchObject({
      value: '203.0.113.0/24',
      note: 'Our lab',
    })
    const [mail] = (await ada.listResponders()).rows
    expect(mail?.configuration).toMatchObject({ password: mailPassword })
    expect(await ada.getResponderPolicy({ id: mail?.id ?? '' })).toMatchObject({
      isSet: true,
      approval: 'always',
    })
    expect((await ada.listAnalyzers()).rows[0]).toMatchObject({ rate: 4, rateUnit: 'Minute' })
    const [budget] = await ada.listBudgets()
    expect(budget).toMatchObject({
      name: 'Lookups',
      maxWaitMinutes: 60,
      workers: [{ name: 'Hash' }],
    })

    expect((await ada.listMailboxes()).rows).toMatchObject([
      { name: 'phishing', allow: ['example.org'], alert: { severity: 3 }, state: 'off' },
    ])
    expect((await ada.listChannels()).rows).toMatchObject([
      { name: 'duty', host: 'chat.example.org', minSeverity: 3 },
    ])
    expect(await ada.getMailTexts()).toMatchObject({ prefix: 'SOC', footer: '' })
    const waits = await ada.getCaseStatus({ id: 'Waits for customer' })
    expect(waits).toMatchObject({ stage: 'InProgress', pauses: true })

    for (const again of [await apply('--dry-run'), await apply()])
      expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 .*15 unchanged/) })

    await writeFile(
      tenancy,
      file
        .replace('rate: 4', 'rate: 9')
        .replace('First team', 'The team')
        .replace('[Hash]', '[Hash, Other]'),
    )
    const here = (isDryRun?: boolean) => applyHere(server, tenancy, environment, isDryRun)
    const changed = await here()
    expect(changed).toContain('~ organization alpha: description')
    expect(changed).toContain('~ analyzer Hash of alpha: rate')
    expect(changed).toContain('~ analyzer set Samples of alpha: analyzers')
    expect(changed).toContain('0 created, 3 changed, 12 unchanged')
    expect((await ada.listAnalyzers()).rows[0]).toMatchObject({ rate: 9, maxConcurrent: 2 })

    const other = file.replace('required', 'optional').replace('jobDays: 90', 'jobDays: 30')
    await writeFile(tenancy, other)
    const line =
      '~ organization alpha: description, secondFactor (required → optional), retention.jobDays (90 → 30)'
    expect(await here(true)).toContain(line)
    expect(await root.getRetention({ id: 'alpha' })).toMatchObject({ jobDays: 90 })
    expect(await here()).toContain(line)
    expect(await root.getOrganization({ id: 'alpha' })).toMatchObject({ secondFactor: 'optional' })
    expect(await root.getRetention({ id: 'alpha' })).toMatchObject({ jobDays: 30 })
    expect(await here()).toMatch(/^0 .*15 unchanged/m)
    environment.CHAT_URL = 'https://other.example.org/path-of-the-chat'
    await writeFile(
      tenancy,
      other
        .replace('host: imap.example.org', 'host: mail.example.org')
        .replace('pauses: true', 'pauses: false'),
    )
    // The server wants the password again for another host.
    const moved = await here()
    expect(moved).toContain('~ mailbox phishing of alpha: host')
    expect(moved).toContain('~ channel duty of alpha: host')
    expect(moved).toContain('~ case status Waits for customer of alpha: pauses')
    expect(moved).not.toContain('path-of-the-chat')
    await writeFile(tenancy, other.replace('stage: InProgress', 'stage: New'))
    await expect(here(true)).rejects.toThrow('its stage is InProgress and cannot be changed')
    environment.CHAT_URL = 'https://chat.example.org/path-of-the-chat'
    await writeFile(tenancy, other)
    expect(await here()).toContain('0 created, 3 changed, 12 unchanged')
    await writeFile(tenancy, other.replace('jobDays: 30', 'jobDays: null'))
    expect(await here()).toContain('retention.jobDays (30 → server default)')
    expect(await here()).toMatch(/^0 .*15 unchanged/m)

    await writeFile(
      tenancy,
      file.replace('Assay_Hash_1_0', 'Nothing_1_0').replace('name: Hash', 'name: Other'),
    )
    const refused = await apply()
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('analyzer Other of alpha'),
    })
    const wrongKey = run({ ...environment, ASSAY_KEY: 'x'.repeat(40) }, [
      ...['apply', '-f', tenancy, '--url', server.address],
    ])
    expect(await wrongKey.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('401') })
    const away = run({ ...environment, ASSAY_KEY: rootKey }, [
      ...['apply', '-f', tenancy, '--url', 'http://127.0.0.1:1'],
    ])
    expect(await away.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Cannot reach the server'),
    })
    const without = run({ ASSAY_KEY: rootKey }, ['apply', '-f', tenancy, '--url', server.address])
    expect((await without.ended).stderr).toMatch(/line 11: environment variable ADA_KEY is not set/)
  })
})

describe('retention in a tenancy file', () => {
  it('beyond the limits of the server is refused before anything is made, with the limits', async () => {
    const environment = { ASSAY_JOB_RUNNERS: 'builtin', ASSAY_JOB_RETENTIONMAX: '60days' }
    const app = await makeEngineApp(sqlite.open, [], { environment })
    const url = await app.http.listen({ port: 0, host: '127.0.0.1' })
    const text = 'organizations:\n  - name: gamma\n    retention: { jobDays: 90 }\n'
    const key = keyOf(people.root.login)
    const { tenancy } = readTenancy(text)

    for (const isDryRun of [true, false])
      await expect(
        applyTenancy({ tenancy, url, key, isDryRun, write: () => undefined }),
      ).rejects.toThrow('retention.jobDays must be from 1 to 60')

    const gamma = app.as('root').getOrganization({ id: 'gamma' })
    await expect(gamma).rejects.toMatchObject({ status: 404 })
  })
})

describe('a tenancy file', () => {
  it.each([
    ['organizations: [', /^line 1: invalid YAML/],
    ['organizations:\n  - name: a\n    colour: red', /^line 3: .*unknown key colour/],
    ['organizations:\n  - name: a\n    secondFactor: always', /^line 3: .*secondFactor/],
    ['organizations:\n  - name: a\n    retention: {jobDays: -1}', /^line 3: .*jobDays/],
    ['organizations:\n  - name: a\n    retention: {days: 1}', /^line 3: .*unknown key days/],
    ['organizations:\n  - description: x', /^line 2: organizations\.0: .*name/],
    ['organizations:\n  - name: a\n  - name: a', /^line 3: duplicate organization a/],
    [
      'organizations:\n  - name: a\n    users:\n      - login: u\n        key: in-clear',
      /^line 5: organizations\.0\.users\.0\.key/,
    ],
    [
      'organizations:\n  - name: a\n    channels:\n      - {name: c, form: slack, url: in-clear}',
      /^line 4: organizations\.0\.channels\.0\.url/,
    ],
    [
      'organizations:\n  - name: a\n    analyzers:\n      - {definition: x, name: y}',
      /needs a user with the role orgadmin/,
    ],
  ])('names the line of what is wrong: %j', (text, problem) => {
    const { problems } = readTenancy(text)
    expect(problems.join('\n')).toMatch(new RegExp(problem.source, 'm'))
    expect(problems.join('\n')).not.toContain('in-clear')
  })
})
