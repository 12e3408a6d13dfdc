import { createHash } from 'node:crypto'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  artifact,
  defineAnalyzer,
  defineResponder,
  definitionOf,
  describeWorker,
  type FileObservable,
  fail,
  isFile,
  operations,
  type TextObservable,
  taxonomy,
  worstLevel,
} from './index.ts'
import { reportOf, runAnalyzer } from './try.ts'

const same = (text: string) => ({ en: text, fr: text })
const said = { title: same('Trial'), question: same('Does it work?') }

const sample = describeWorker({
  ...said,
  name: 'Sample',
  version: '1.2',
  description: 'For these tests',
  dataTypes: ['ip', 'mail_subject'],
  configuration: {
    key: { type: 'string', required: true, description: 'Key' },
    depth: { type: 'number', default: 3, description: 'Depth' },
    verbose: { type: 'boolean', description: 'Verbose' },
    lists: { type: 'string', multi: true, description: 'Lists' },
  },
})

const echo = defineAnalyzer({
  ...sample,
  run(observable, job) {
    expectTypeOf(observable).toEqualTypeOf<TextObservable<'ip' | 'mail_subject'>>()
    expectTypeOf(job.config.key).toEqualTypeOf<string>()
    expectTypeOf(job.config.depth).toEqualTypeOf<number>()
    expectTypeOf(job.config.verbose).toEqualTypeOf<boolean | undefined>()
    expectTypeOf(job.config.lists).toEqualTypeOf<readonly string[]>()
    return {
      taxonomies: [taxonomy('info', 'Sample', 'Seen', observable.data)],
      full: { config: job.config, tlp: job.tlp, pap: job.pap, proxy: job.proxy },
      artifacts: [artifact('ip', '1.1.1.1'), artifact('ip', '1.1.1.1'), artifact('ip', '2.2.2.2')],
    }
  },
})

const withKey = (config = {}) => ({
  dataType: 'ip',
  data: '8.8.8.8',
  config: { key: 'k', ...config },
})

describe('a definition', () => {
  it('follows from the description', () => {
    expect(definitionOf(sample)).toEqual({
      name: 'Sample',
      version: '1.2',
      description: 'For these tests',
      author: 'Assay',
      url: '',
      license: 'Apache-2.0',
      baseConfig: 'Sample',
      dataTypeList: ['ip', 'mail_subject'],
      config: {},
      integration_type: 'local',
      configurationItems: [
        { name: 'key', description: 'Key', type: 'string', multi: false, required: true },
        {
          name: 'depth',
          description: 'Depth',
          type: 'number',
          multi: false,
          required: false,
          defaultValue: 3,
        },
        { name: 'verbose', description: 'Verbose', type: 'boolean', multi: false, required: false },
        { name: 'lists', description: 'Lists', type: 'string', multi: true, required: false },
      ],
    })
  })
})

describe('an analyzer', () => {
  it('reads its settings with defaults, and a null as none', async () => {
    const { full } = await reportOf(echo, withKey({ depth: null, lists: null, stranger: 1 }))
    expect(full.config).toEqual({ key: 'k', depth: 3, lists: [] })
  })

  it('gets AMBER where the job says nothing, and the proxies', async () => {
    const { full } = await reportOf(echo, withKey({ proxy: { https: 'http://proxy:3128' } }))
    expect(full).toMatchObject({ tlp: 2, pap: 2, proxy: { https: 'http://proxy:3128' } })
  })

  it('answers in the shape of the protocol; artifacts once each, as red as the observable', async () => {
    expect(await runAnalyzer(echo, { ...withKey(), tlp: 3 })).toMatchObject({
      success: true,
      summary: {
        taxonomies: [{ level: 'info', namespace: 'Sample', predicate: 'Seen', value: '8.8.8.8' }],
      },
      artifacts: [
        { dataType: 'ip', data: '1.1.1.1', tlp: 3 },
        { dataType: 'ip', data: '2.2.2.2', tlp: 3 },
      ],
      operations: [],
    })
  })

  it('takes both spellings of a type', async () => {
    const report = await runAnalyzer(echo, { ...withKey(), dataType: 'mail-subject' })
    expect(report.success).toBe(true)
  })

  it.each([
    ['a missing setting', { dataType: 'ip', data: 'x' }, 'Setting key is missing'],
    ['a wrong setting', withKey({ depth: 'deep' }), 'Setting depth must be a number'],
    ['a wrong list', withKey({ lists: [1] }), 'Setting lists must be a list of string'],
    ['another type', { ...withKey(), dataType: 'hash' }, 'Sample does not support type hash'],
    ['a file', { ...withKey(), file: 'x' }, 'Sample does not support type file'],
    ['no data', { dataType: 'ip', config: { key: 'k' } }, 'Missing data field'],
  ])('fails readably on %s', async (_, trial, message) => {
    const report = await runAnalyzer(echo, trial as Parameters<typeof runAnalyzer>[1])
    expect(report).toMatchObject({
      success: false,
      errorMessage: expect.stringContaining(message),
    })
  })

  it('fails with the reason that it gives, and with the stack in the log when it is a bug', async () => {
    const failing = (run: () => never) =>
      runAnalyzer(defineAnalyzer({ ...said, name: 'F', description: '', dataTypes: ['ip'], run }), {
        dataType: 'ip',
        data: 'x',
      })

    const told = await failing(() => fail('The sky is too low'))
    expect(told).toMatchObject({ success: false, errorMessage: 'The sky is too low', printed: [] })

    const bug = await failing(() => {
      throw new TypeError('x is undefined')
    })
    expect(bug).toMatchObject({ success: false, errorMessage: 'Unexpected Error: x is undefined' })
    expect(bug.printed[0]).toContain('TypeError: x is undefined\n')
  })

  it('does not run where it may not use the network that it needs', async () => {
    const talker = defineAnalyzer({
      ...said,
      name: 'Talker',
      version: '1.0',
      description: '',
      dataTypes: ['ip'],
      needsNetwork: true,
      run: () => ({ taxonomies: [], full: {} }),
    })
    const trial = { dataType: 'ip', data: '8.8.8.8' }

    expect(await runAnalyzer(talker, trial)).toMatchObject({
      success: false,
      errorMessage: expect.stringContaining('Network access blocked'),
    })
    expect(await runAnalyzer(talker, { ...trial, mayUseNetwork: true })).toMatchObject({
      success: true,
    })
    expect(definitionOf(talker).integration_type).toBe('external_api')
  })
})

describe('a file', () => {
  const reader = defineAnalyzer({
    ...said,
    name: 'Reader',
    version: '1.0',
    description: '',
    dataTypes: ['file', 'other'],
    async run(observable, job) {
      if (!isFile(observable)) {
        expectTypeOf(observable).toEqualTypeOf<TextObservable<'other'>>()
        return { taxonomies: [], full: { text: observable.data } }
      }
      expectTypeOf(observable).toEqualTypeOf<FileObservable>()
      const hash = createHash('sha256')
      for await (const chunk of observable.stream()) hash.update(chunk)
      const inner = await job.fileArtifact('../inner.txt', Buffer.from('inner'), {
        message: 'found',
      })
      return {
        taxonomies: [],
        full: {
          size: observable.size,
          filename: observable.filename,
          sha256: hash.digest('hex'),
          middle: (await observable.bytes(2, 100)).toString(),
          beyond: (await observable.bytes(100, 100)).length,
          all: (await observable.read(10)).toString(),
        },
        artifacts: [inner],
      }
    },
  })

  it('is streamed, read in parts, and gives files', async () => {
    const report = await reportOf(reader, { dataType: 'file', file: 'hello', filename: 'a.txt' })

    expect(report.full).toMatchObject({
      size: 5,
      filename: 'a.txt',
      sha256: createHash('sha256').update('hello').digest('hex'),
      middle: 'llo',
      beyond: 0,
      all: 'hello',
    })
    expect(report.artifacts).toMatchObject([
      { dataType: 'file', filename: '../inner.txt', message: 'found', file: expect.any(String) },
    ])
    expect(report.files['../inner.txt']?.toString()).toBe('inner')
  })

  it('is not read whole above the limit of the analyzer', async () => {
    const report = await runAnalyzer(reader, { dataType: 'file', file: 'x'.repeat(11) })
    expect(report).toMatchObject({
      success: false,
      errorMessage: 'The file has 11 bytes; the limit is 10',
    })
  })
})

describe('a responder', () => {
  it('answers what it did and what the platform should do', async () => {
    const tagger = defineResponder({
      ...said,
      name: 'Tagger',
      version: '1.0',
      description: '',
      dataTypes: ['thehive:case', 'thehive:case_artifact'],
      run: ({ data }) => ({
        message: `tagged ${data.title}`,
        operations: [operations.addTagToCase('seen'), operations.closeTask()],
      }),
    })

    expect(
      await runAnalyzer(tagger, { dataType: 'thehive:case', data: { title: 'Case 1' } }),
    ).toMatchObject({
      success: true,
      full: { message: 'tagged Case 1' },
      operations: [{ type: 'AddTagToCase', tag: 'seen' }, { type: 'CloseTask' }],
    })
  })

  it('can ask for all eleven operations of the platform', () => {
    const all = [
      operations.addTagToCase('t'),
      operations.addTagToArtifact('t'),
      operations.addTagToAlert('t'),
      operations.createTask('t', 'd'),
      operations.closeTask(),
      operations.addCustomFields('n', 'string', 1),
      operations.markAlertAsRead(),
      operations.addLogToTask('c'),
      operations.addCommentToCase('c'),
      operations.addArtifactToCase({ data: 'd', dataType: 'ip', message: 'm' }),
      operations.assignCase('o'),
    ]
    expect(new Set(all.map(({ type }) => type)).size).toBe(11)
  })
})

it('the worst level decides', () => {
  const level = (...found: Parameters<typeof taxonomy>[0][]) =>
    worstLevel(found.map((entry) => taxonomy(entry, 'N', 'P', 'v')))
  expect(level()).toBe('info')
  expect(level('info', 'safe')).toBe('safe')
  expect(level('malicious', 'safe', 'suspicious')).toBe('malicious')
})
