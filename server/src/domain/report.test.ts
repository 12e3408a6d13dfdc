import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkJson, withoutNotNumbers } from './json-text.ts'
import { failureMessage, type RunEnd, readReport, reportBody } from './report.ts'

const end: RunEnd = { phase: 'run', exitCode: 0, tail: '' }

const success = (members: string) => {
  const report = readReport(`{"success": true, "full": {}, ${members}}`, end)
  if (report.status !== 'Success') throw new Error(report.message)
  return report
}

const artifacts = (json: string, observable?: { dataType: string; data: string }) => {
  const report = readReport(`{"success":true,"full":{},"artifacts":${json}}`, end, observable)
  if (report.status !== 'Success') throw new Error(report.message)
  return report.artifacts
}

describe('a text is checked as JSON.parse checks it', () => {
  const accepts = (text: string, read: (text: string) => unknown) => {
    try {
      read(text)
      return true
    } catch {
      return false
    }
  }

  it('on what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', ' ', '\n\t'), (json, blanks) => {
        checkJson(blanks + json + blanks)
      }),
    )
  })

  it('on nearly JSON', () => {
    const token = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', '\\', '\\u00e', '"a"', '"\\n"', '"\t"', ' ', '\n'],
      ...['0', '-', '1.', '.5', '1e', '1e+5', '-0', '01', '2', 'true', 'nul', 'null', '\u00a0'],
    )
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        const text = tokens.join('')
        expect(accepts(text, checkJson)).toBe(accepts(text, JSON.parse))
      }),
      { numRuns: 2000 },
    )
  })

  it('on JSON with one character changed', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 1 }), (json, place, character) => {
        const at = place % json.length
        const text = json.slice(0, at) + character + json.slice(at + 1)
        expect(accepts(text, checkJson)).toBe(accepts(text, JSON.parse))
      }),
      { numRuns: 2000 },
    )
  })

  it('puts null in place of what is not a number, and only outside of texts', () => {
    const text = '[NaN, "NaN", -Infinity, {"Infinity": Infinity}, "\\"NaN"]'
    const clean = withoutNotNumbers(text, checkJson(text).notNumbers)
    expect(clean).toBe('[null, "NaN", null, {"Infinity": null}, "\\"NaN"]')
  })

  it('ends at 1000 levels, without a stack overflow', () => {
    expect(() => checkJson('['.repeat(1_000_000))).toThrow('nested deeper than 1000 levels')
  })
})

describe('the report of a success', () => {
  it('keeps every number as it was written', () => {
    const full = '{"id": 12345678901234567890, "zero": -0.0, "rate": 1.10, "e": 1e400}'
    const report = readReport(`{"success": true, "full": ${full}}`, end)
    expect(report).toMatchObject({ status: 'Success', full, summary: '{}', operations: '[]' })
  })

  it('takes the NaN and Infinity of Python for null', () => {
    const report = readReport('{"success":true,"full":{"a":NaN,"b":[-Infinity],"c":"NaN"}}', end)
    expect(report).toMatchObject({ full: '{"a":null,"b":[null],"c":"NaN"}' })
  })

  it('is spliced together without being read again', () => {
    const report = success('"summary": {"taxonomies": []}, "operations": [{"type":"X"}]')
    const body = reportBody(report, '[]')
    expect(JSON.parse(body)).toEqual({
      summary: { taxonomies: [] },
      full: {},
      success: true,
      artifacts: [],
      operations: [{ type: 'X' }],
    })
    expect(body).toContain('"summary":{"taxonomies": []}')
  })

  it.each([
    ['a list', '"summary": []'],
    ['a text', '"summary": "none"'],
    ['null', '"summary": null'],
  ])('has an empty summary when it is %s', (_, member) => {
    expect(success(member).summary).toBe('{}')
  })

  it.each([['[1]'], ['[{}, null]'], ['{}'], ['null'], ['"x"']])(
    'has no operations in %s',
    (json) => {
      expect(success(`"operations": ${json}`).operations).toBe('[]')
    },
  )

  it('takes the last of two members with one name', () => {
    expect(success('"full": {"a": 1}').full).toBe('{"a": 1}')
  })

  it('may begin with a byte order mark', () => {
    expect(readReport('\ufeff{"success":true,"full":{}}', end).status).toBe('Success')
  })
})

describe('artifacts', () => {
  const plain = { tlp: 2, tags: [], message: null }

  it.each([
    ['null', 'null'],
    ['without a type', '{"data":"x"}'],
    ['without data', '{"dataType":"ip"}'],
    ['with empty data', '{"dataType":"ip","data":""}'],
    ['with an object as data', '{"dataType":"ip","data":{}}'],
    ['that are files without a name', '{"dataType":"file","file":"a"}'],
    ['that are files without a file', '{"dataType":"file","filename":"a"}'],
  ])('%s are left out alone', (_, item) => {
    expect(artifacts(`[${item},{"dataType":"ip","data":"1.1.1.1"}]`)).toEqual([
      { ...plain, dataType: 'ip', data: '1.1.1.1' },
    ])
  })

  it('lose unknown keys, and keep known ones in their bounds', () => {
    const item = '{"dataType":"ip","data":"x","tlp":9,"tags":["a",1,"a"],"message":"m","ioc":true}'
    expect(artifacts(`[${item}]`)).toEqual([
      { dataType: 'ip', data: 'x', tlp: 3, tags: ['a'], message: 'm' },
    ])
  })

  it('turn numbers into the text that was written', () => {
    const items = '[{"dataType":"other","data":12345678901234567890},{"dataType":"other","data":0}]'
    expect(artifacts(items).map((item) => 'data' in item && item.data)).toEqual([
      '12345678901234567890',
      '0',
    ])
  })

  it('come once, and without the observable', () => {
    const ip = (data: string) => `{"dataType":"ip","data":"${data}"}`
    const list = `[${[ip('1'), ip('2'), ip('2'), '{"dataType":"domain","data":"1"}']}]`
    expect(artifacts(list, { dataType: 'ip', data: '1' })).toEqual([
      { ...plain, dataType: 'ip', data: '2' },
      { ...plain, dataType: 'domain', data: '1' },
    ])
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\x\\evil.exe', 'evil.exe'],
    ['a\r\nSet-Cookie: x', 'aSet-Cookie: x'],
    ['..', 'file'],
    ['fdp\u202egpj.exe', 'fdpgpj.exe'],
  ])('show the file name %j as %j', (filename, shown) => {
    const item = JSON.stringify({ dataType: 'file', file: 'f', filename, contentType: 'a\r\nb' })
    expect(artifacts(`[${item}]`)).toEqual([
      {
        ...plain,
        dataType: 'file',
        file: 'f',
        filename: shown,
        contentType: 'application/octet-stream',
      },
    ])
  })

  it.each(['a/b.txt', '"a": it\'s b/c.txt', 'two\nlines.txt'])('keep the path %j', (path) => {
    const item = JSON.stringify({ dataType: 'file', file: 'f', filename: 'x', path })
    expect(artifacts(`[${item}]`)).toMatchObject([{ path }])
  })

  it.each([[''], [3], [null]])('have no path when it is %j', (path) => {
    const item = JSON.stringify({ dataType: 'file', file: 'f', filename: 'x', path })
    expect(artifacts(`[${item}]`)[0]).not.toHaveProperty('path')
  })

  it('are at most 10,000', () => {
    const many = Array.from({ length: 10_050 }, (_, n) => `{"dataType":"ip","data":"${n}"}`)
    expect(artifacts(`[${many}]`)).toHaveLength(10_000)
  })
})

describe('the report of a failure', () => {
  it.each([
    ['a text', '"broken"', 'broken'],
    ['an object', '{"code": 3}', '{"code": 3}'],
    ['a number', '7', '7'],
    ['a text with U+0000', '"a\\u0000b"', 'a\ufffdb'],
  ])('carries a message that is %s', (_, json, message) => {
    const text = `{"success":false,"errorMessage":${json},"input":{"config":{"key":"REMOVED"}}}`
    expect(readReport(text, { ...end, exitCode: 1 })).toEqual({
      status: 'Failure',
      message,
      input: '{"config":{"key":"REMOVED"}}',
    })
  })

  it.each([
    ['nothing', undefined, 'The program produced no report (exit code 3)\nOutput:\nTraceback'],
    ['blanks', ' \n', 'The program produced no report (exit code 3)\nOutput:\nTraceback'],
    ['garbage', '{"a', 'The report is not valid JSON: unexpected end'],
    ['a list', '[]', 'The report is not a JSON object (exit code 3)'],
    ['no full', '{"success":true}', 'The report has no object under "full" (exit code 3)'],
    ['a list as full', '{"success":true,"full":[]}', 'under "full" but: array'],
    [
      'a text as success',
      '{"success":"true","full":{}}',
      'The report indicates failure without a message',
    ],
    [
      'an empty message',
      '{"success":false,"errorMessage":""}',
      'The report indicates failure without a message',
    ],
  ])('tells what went wrong when there is %s', (_, text, message) => {
    const report = readReport(text, { phase: 'run', exitCode: 3, tail: 'Traceback\n' })
    expect(report).toMatchObject({ status: 'Failure', message: expect.stringContaining(message) })
  })

  it('stays a failure when a report was written before the time was up', () => {
    const report = readReport('{"success":true,"full":{}}', { ...end, timeoutMs: 90_000 })
    const message = 'Timed out after 1.5 minutes'
    expect(report).toEqual({ status: 'Failure', message })
  })

  it('is not read when it is larger than the limit', () => {
    const message = 'The report exceeds the size limit'
    expect(readReport('too big', end)).toEqual({ status: 'Failure', message })
  })

  it('names the limit', () => {
    const limit = 'memory limit of 100 MiB exceeded'
    expect(failureMessage({ ...end, limit })).toBe(`Stopped: ${limit}`)
  })

  it('shows the last 20 lines', () => {
    const tail = Array.from({ length: 30 }, (_, n) => `line ${n}`).join('\n')
    const message = failureMessage({ ...end, exitCode: null, tail })
    expect(message).toContain('terminated by a signal')
    expect(message).not.toContain('line 9\n')
    expect(message).toContain('line 10\n')
  })
})

it('never throws, whatever a program wrote', () => {
  const nearly = fc
    .tuple(fc.json(), fc.json(), fc.json())
    .map(
      ([full, list, message]) =>
        `{"success":true,"full":${full},"artifacts":${list},"operations":${list},"summary":${message}}`,
    )
  const item = fc.record(
    Object.fromEntries(
      ['dataType', 'data', 'tlp', 'tags', 'message', 'file', 'filename', 'contentType'].map(
        (key) => [key, fc.oneof(fc.constant('file'), fc.jsonValue())],
      ),
    ),
    { requiredKeys: [] },
  )
  const items = fc
    .array(item)
    .map((list) => `{"success":true,"full":{},"artifacts":${JSON.stringify(list)}}`)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), nearly, items), (text) => {
      expect(['Success', 'Failure']).toContain(readReport(text, end).status)
    }),
    { numRuns: 500 },
  )
})

describe('artifacts that a program does not name', () => {
  const full =
    '{"ip":"8.8.8.8","seen":{"evil.example.com":["http://evil.example.com/a","8.8.8.8"]}}'
  const asked = { dataType: 'ip', data: '8.8.8.8', wantsArtifacts: true }
  const found = (members: string, observable: Parameters<typeof readReport>[2]) => {
    const report = readReport(`{"success":true,"full":${full}${members}}`, end, observable)
    return report.status === 'Success' ? report.artifacts : undefined
  }

  it('are found in the texts and keys of its report, without the observable itself', () => {
    expect(found('', asked)).toMatchObject([
      { dataType: 'url', data: 'http://evil.example.com/a' },
      { dataType: 'fqdn', data: 'evil.example.com' },
    ])
  })

  it('are not looked for unless the configuration asks, or when it names some, even none', () => {
    expect(found('', { ...asked, wantsArtifacts: false })).toEqual([])
    expect(found(',"artifacts":[]', asked)).toEqual([])
    expect(found(',"artifacts":[{"dataType":"ip","data":"1.1.1.1"}]', asked)).toHaveLength(1)
  })
})
