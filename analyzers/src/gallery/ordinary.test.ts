import { expect, it } from 'vitest'
import { reportOf } from '../kit/try.ts'
import { analyzer as mail } from '../mail/analyzer.ts'
import { ordinaryMails } from './ordinary-mails.ts'

it.each(ordinaryMails().map((one) => [one.filename, one.content] as const))(
  'the ordinary mail %s is not flagged',
  async (filename, file) => {
    const { full } = await reportOf(mail, { dataType: 'file', file, filename })
    expect(full.isMail).toBe(true)
    expect(full.verdict, JSON.stringify(full.findings)).toBe('info')
  },
)
