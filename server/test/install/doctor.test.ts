import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bubblewrap, testSandbox } from '../../src/engine/runners/sandbox/sandbox.ts'
import { migratedPlaces } from '../places.ts'
import { loopback, newDataFolder, run, start } from '../program.ts'
import { skipTest } from '../skip.ts'
import { s3Key, startS3 } from '../storage/s3-server.ts'

describe.each(migratedPlaces)('assay doctor on $database', ({ settings }) => {
  it('finds nothing wrong where a server runs, and the wrong key where there is one', async () => {
    const environment = { ...(await settings()), ASSAY_JOB_RUNNERS: 'builtin' }
    const server = await start(environment)
    const well = await run(environment, ['doctor']).ended
    await server.stop()
    const key = join(environment.ASSAY_DATA_DIR, 'master.key')
    await writeFile(key, 'another key, which is long enough as well', { mode: 0o600 })

    const wrong = await run(environment, ['doctor']).ended

    expect(well).toMatchObject({ code: 0, stderr: '' })
    expect(well.stdout).toContain('ok       master key: matches this database')
    expect(well.stdout).toContain('ok       runner builtin: works')
    expect(well.stdout).toMatch(/No problems found\.\n$/)
    expect(wrong.code).toBe(1)
    expect(wrong.stdout).toContain('PROBLEM  master key: does not match this database')
    expect(wrong.stdout).toMatch(/→ restore the matching master\.key/)
  })
})

describe('assay doctor', () => {
  it('makes nothing before the first start', async () => {
    const folder = await newDataFolder()

    const { code, stdout } = await run({ ASSAY_DATA_DIR: folder, ASSAY_JOB_RUNNERS: 'builtin' }, [
      'doctor',
    ]).ended

    expect(code).toBe(0)
    expect(stdout).toContain('will be created on first start')
    await expect(chmod(folder, 0o700)).rejects.toThrow('ENOENT')
  })

  it('names the setting of what is wrong, and shows no password', async () => {
    const settings = await run({ ASSAY_HTTP_PORT: 'x', ASSAY_NONSENSE: '1' }, ['doctor']).ended
    const away = await run(
      {
        ASSAY_DATA_DIR: await newDataFolder(),
        ASSAY_DATABASE_URL: 'postgres://assay:hunter2@127.0.0.1:1/assay',
        ASSAY_ANALYZER_URLS: '/nowhere',
        ASSAY_JOB_RUNNERS: 'docker',
        ASSAY_DOCKER_HOST: 'unix:///nowhere.sock',
      },
      ['doctor'],
    ).ended

    expect(settings.code).toBe(1)
    expect(settings.stdout).toContain('ASSAY_HTTP_PORT')
    expect(away.code).toBe(1)
    expect(away.stdout).toContain('check database.url')
    expect(away.stdout).toContain('PROBLEM  catalog: /nowhere')
    expect(away.stdout).toContain('warning  runner docker')
    expect(away.stdout + away.stderr).not.toContain('hunter2')
  })

  it('says whether the port can be had, and by whom it is taken', async () => {
    const server = await start({ ASSAY_JOB_RUNNERS: 'builtin' })
    const other = createServer((socket) => socket.end('SSH-2.0-other\r\n'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const examine = async (settings: Record<string, string>) => {
      const environment = { ASSAY_DATA_DIR: await newDataFolder(), ASSAY_JOB_RUNNERS: 'builtin' }
      return run({ ...environment, ...loopback, ...settings }, ['doctor']).ended
    }
    const { port } = other.address() as AddressInfo
    const { port: ours } = new URL(server.address)

    const taken = await examine({ ASSAY_HTTP_PORT: String(port) })
    const running = await examine({ ASSAY_HTTP_PORT: ours })
    const foreign = await examine({ ASSAY_HTTP_HOST: '192.0.2.1', ASSAY_HTTP_PORT: '9001' })

    expect([taken.code, running.code, foreign.code]).toEqual([1, 0, 1])
    expect(taken.stdout).toContain(
      `PROBLEM  port: 127.0.0.1:${port} is in use by another program\n          → stop that program, or set http.port`,
    )
    expect(running.stdout).toContain(
      `ok       port: an Assay server is already running at 127.0.0.1:${ours}`,
    )
    expect(foreign.stdout).toContain(
      'PROBLEM  port: cannot listen on 192.0.2.1:9001: EADDRNOTAVAIL',
    )
  })

  it('asks the store of files on another machine', async () => {
    const s3 = await startS3()
    const examine = async (secret: string, endpoint = s3.endpoint) => {
      const settings = {
        ...{ ASSAY_DATA_DIR: await newDataFolder(), ASSAY_JOB_RUNNERS: 'builtin' },
        ...{ ASSAY_BLOBS_URL: 's3://files/assay', ASSAY_BLOBS_S3_ENDPOINT: endpoint },
        ...{ ASSAY_BLOBS_S3_KEYID: s3Key.keyId, ASSAY_BLOBS_S3_SECRET: secret },
        ASSAY_BLOBS_S3_PATHSTYLE: 'true',
      }
      return run(settings, ['doctor']).ended
    }

    const [well, refused, away] = [
      await examine(s3Key.secret),
      await examine('hunter2'),
      await examine(s3Key.secret, 'http://127.0.0.1:1'),
    ]

    expect([well.code, refused.code, away.code]).toEqual([0, 1, 1])
    expect(well.stdout).toContain('ok       file store: s3://files/assay is up')
    expect(refused.stdout).toMatch(
      /PROBLEM {2}file store: s3:\/\/files\/assay: .*SignatureDoesNotMatch/,
    )
    expect(away.stdout).toMatch(/PROBLEM {2}file store: .*ECONNREFUSED/)
    expect(away.stdout).toContain('→ check blobs.url, blobs.s3.*')
    expect(refused.stdout + refused.stderr).not.toContain('hunter2')
  })

  it('says what programs of the catalog would not find in the sandbox', async () => {
    const reason = await testSandbox(bubblewrap({}))
    if (reason !== undefined) skipTest(reason)
    const root = await mkdtemp(join(tmpdir(), 'doctor-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const folder = join(root, 'catalogue', 'Old')
    await mkdir(folder, { recursive: true })
    await mkdir(join(root, 'rules'))
    await symlink(join(root, 'rules'), join(folder, 'rules'))
    await writeFile(join(folder, 'old.py'), '#!/usr/bin/env python2.3\n', { mode: 0o755 })
    const texts = { author: 'a', url: '', license: 'MIT', description: 'x', version: '1.0' }
    const definition = { ...texts, name: 'Old', command: 'Old/old.py', dataTypeList: ['ip'] }
    await writeFile(join(folder, 'Old.json'), JSON.stringify(definition))

    const { code, stdout } = await run(
      {
        ASSAY_DATA_DIR: await newDataFolder(),
        ASSAY_ANALYZER_URLS: join(root, 'catalogue'),
        ASSAY_JOB_RUNNERS: 'process',
        ASSAY_JOB_SANDBOXPATHS: '/nowhere/packages',
        ASSAY_JOB_ENV: 'RULES',
        RULES: join(root, 'rules'),
      },
      ['doctor'],
    ).ended

    expect(code).toBe(0)
    for (const text of [
      'job.sandboxPaths names /nowhere/packages, which does not exist',
      `RULES names ${join(root, 'rules')}, which the sandbox hides`,
      'The program old.py names the interpreter python2.3 in its first line, which is not installed',
      `Old/rules links to ${join(root, 'rules')}, which the sandbox hides`,
    ])
      expect(stdout).toContain(`warning  sandbox: ${text}`)
  })
})
