import { describe, expect, it } from 'vitest'
import { readReport } from '../../src/domain/report.ts'
import { readReportAside } from '../../src/engine/execution/read-report.ts'

const end = { phase: 'run', exitCode: 0, tail: '' } as const
const nothing = { everywhere: [], inFailures: [] }
const observable = { dataType: 'ip', data: '1.1.1.1' }
const found = JSON.stringify([{ dataType: 'ip', data: '2.2.2.2' }, observable])
const list = Array.from({ length: 60_000 }, (_, at) => `{"number":12345678901234567890,"at":${at}}`)
const large = `{"success":true,"full":{"list":[${list}],"no":NaN},"artifacts":${found}}`

describe('a large report', () => {
  it.each([
    ['is read', large],
    ['is refused', `${large}}`],
    ['indicates failure', large.replace('true', 'false')],
  ])('%s as a small one is', async (_what, text) => {
    expect(text.length).toBeGreaterThan(1_048_576)

    expect(await readReportAside(text, end, observable, nothing)).toEqual(
      readReport(text, end, observable),
    )
  })

  it('blocks nothing while it is read', async () => {
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 1)

    const longer = large.replace('[{', `[${large},`.repeat(10).concat('{'))
    await readReportAside(longer, end, observable, nothing)
    clearInterval(counting)

    expect(turns).toBeGreaterThan(5)
  })
})
