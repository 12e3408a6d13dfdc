import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isPrintedReport } from '../../src/domain/report.ts'
import { oneDatabase, type TestDatabases } from '../databases.ts'
import { needPython, program } from './running.ts'
import { type FixtureProgram, makeEngineApp } from './setup.ts'

const dataTypeList = ['ip', 'other', 'file']
const fixtures: FixtureProgram[] = [
  { name: 'Shell', dataTypeList, script: '' },
  { name: 'Python', dataTypeList, script: '' },
  { name: 'Progress', dataTypeList, script: '' },
]
const files = { Shell: 'stdin.sh', Python: 'stdin.py', Progress: 'progress.sh' } as const

async function runIn(
  open: TestDatabases['open'],
  name: keyof typeof files,
  sent: { data: string; dataType: string } | { attachment: Blob },
  environment: Record<string, string> = {},
) {
  const app = await makeEngineApp(open, fixtures, { environment })
  await copyFile(program(files[name]), join(app.catalogue.analyzers, name, `${name}.sh`))
  const { id } = await app.enable('orgadmin', name)
  const client = app.as('analyze')
  const job =
    'attachment' in sent
      ? await client.runAnalyzer({ id }, { dataType: 'file', attachment: sent.attachment } as never)
      : await client.runAnalyzer({ id }, sent)
  const { status, report } = await client.waitReport({ id: job.id }, { atMost: 'Inf' })
  return { status, report: report as { full?: unknown; errorMessage?: string } }
}

describe.each(oneDatabase)('$name: a program older than the job folder', ({ open }) => {
  it('reads its standard input and prints its report, warnings next to it', async () => {
    const { status, report } = await runIn(open, 'Shell', { data: '1.1.1.1', dataType: 'ip' })
    expect({ status, full: report.full }).toEqual({ status: 'Success', full: { said: '1.1.1.1' } })
  })

  it('may be written in Python', async () => {
    needPython()
    const { status, report } = await runIn(open, 'Python', { data: 'ä€', dataType: 'other' })
    expect({ status, full: report.full }).toEqual({ status: 'Success', full: { said: 'ä€' } })
  })

  it('finds the file under the path that it is given', async () => {
    needPython()
    const attachment = new File(['content of the file'], 'x.txt')
    const { status, report } = await runIn(open, 'Python', { attachment })
    expect({ status, full: report.full }).toEqual({
      status: 'Success',
      full: { said: 'content of the file' },
    })
  })

  it('may say that it failed', async () => {
    needPython()
    const { status, report } = await runIn(open, 'Python', { data: 'fail', dataType: 'other' })
    expect(status).toBe('Failure')
    expect(report.errorMessage).toBe('as it was asked to')
  })

  it('is held to the same limit', async () => {
    const limit = { ASSAY_JOB_REPORTLIMIT: '1KiB' }
    const text = (await readFile(program('stdin.sh'), 'utf8')).replace('summary', 'x'.repeat(1024))
    const long = { name: 'Long', script: text }
    const app = await makeEngineApp(open, [long], { environment: limit })
    const { id } = await app.enable('orgadmin', 'Long')
    const job = await app.as('analyze').runAnalyzer({ id }, { data: '1.1.1.1', dataType: 'ip' })
    const { report } = await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })
    expect(JSON.stringify(report)).toContain('exceeds the size limit')
  })
})

describe.each(oneDatabase)('$name: a program that knows the job folder', ({ open }) => {
  it('may print JSON: its file counts', async () => {
    const { report } = await runIn(open, 'Progress', { data: '1.1.1.1', dataType: 'ip' })
    expect(report.full).toEqual({ from: 'the file' })
  })

  it('has left no report when what it printed is none', async () => {
    const { report } = await runIn(open, 'Progress', { data: 'crash', dataType: 'other' })
    expect(report.errorMessage).toMatch(/^The program produced no report \(exit code 3\)\nOutput:/)
  })
})

it.each([
  ['{"success":true,"full":{}}', true],
  [' \ufeff{"success":true}', false],
  ['\ufeff{"success":false,"errorMessage":"x"}\n', true],
  ['{"success":true,"full":{"n":NaN}}', true],
  ['{"full":{"success":true}}', false],
  ['{"success":true} {"success":true}', false],
  ['{"success":true', false],
  ['["success"]', false],
])('%j is a printed report: %s', (text, expected) => {
  expect(isPrintedReport(text)).toBe(expected)
})
