import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damagedFile } from '../kit/damaged-files.ts'
import { runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { sharedSectors } from './hostile-samples.ts'
import { makeMsg, ordinary, phishing, withHtml } from './mail-samples.ts'

describe('hostile mails', () => {
  it.each([
    ['ten thousand parts inside of each other', nested(10_000)],
    [
      'a million headers',
      `From: a@b.example\r\nSubject: x\r\n${'X-A: b\r\n'.repeat(400_000)}\r\nbody`,
    ],
    [
      'a header of ten megabytes',
      `From: a@b.example\r\nSubject: ${'x'.repeat(10_000_000)}\r\n\r\nbody`,
    ],
    ['a hundred thousand open tags', withHtml('<a href="http://x.example/">'.repeat(100_000))],
    ['a hundred thousand brackets', ordinary.replace('[198.51.100.20]', '['.repeat(100_000))],
    [
      'a thousand attachments',
      `From: a@b.example\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Disposition: attachment; filename=a\r\n\r\nx\r\n'.repeat(1_000)}--b--`,
    ],
  ])('with %s end within the limits', async (_, mail) => {
    const report = await runAnalyzer(analyzer, {
      dataType: 'file',
      file: Buffer.from(mail),
      filename: 'a.eml',
    })
    if (!report.success) expect(report.errorMessage).not.toContain('Unexpected')
  })

  const soundMsg = makeMsg('From: a@b.example\r\nSubject: x', 'text', {
    name: 'a',
    content: Buffer.from('b'),
  })

  it('that end before a stream of an attachment are read, and it is said what is missing', async () => {
    const broken = Buffer.from(soundMsg)
    broken[2553] = 16
    const report = await runAnalyzer(analyzer, {
      dataType: 'file',
      file: broken.subarray(0, 3096),
      filename: 'a.msg',
    })
    expect(report).toMatchObject({
      success: true,
      full: { incomplete: [expect.stringContaining('truncated: the end of')] },
    })
  })

  it('whose parts are larger than the file are refused, and it is said why', async () => {
    const report = await runAnalyzer(analyzer, {
      dataType: 'file',
      file: sharedSectors(),
      filename: 'a.msg',
    })
    expect(report).toMatchObject({
      success: false,
      errorMessage: expect.stringContaining('its parts are larger than the file'),
    })
  })

  it.each([
    ['eml', Buffer.from(phishing)],
    ['msg', soundMsg],
  ])(
    'that are a damaged .%s are read or refused readably, wherever the damage is',
    async (form, sound) => {
      await fc.assert(
        fc.asyncProperty(damagedFile(sound), async (file) => {
          const filename = `a.${form}`
          const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename })
          if (!report.success) expect(report.errorMessage).not.toContain('Unexpected')
        }),
        { numRuns: 60 },
      )
    },
  )
})

function nested(depth: number): string {
  const open = Array.from(
    { length: depth },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  )
  return `From: a@b.example\r\nSubject: x\r\n${open.join('')}\r\nbody`
}
