import { expect, it } from 'vitest'
import { makePe } from '../executable/program-samples.ts'
import { reportOf } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'

const autoIt = Buffer.from('a3484bbe986c4aa9994c530a86d6487d', 'hex')
const behind = (...parts: Buffer[]) => makePe({ overlay: Buffer.concat(parts) })
const body = Buffer.from('AU3!EA06 and what follows', 'latin1')
const megabyte = 1024 * 1024

it.each([
  ['AutoIt for its interpreter', 'setup.a3x', Buffer.concat([autoIt, body]), 'AutoIt'],
  ['AutoIt as a program', 'setup.exe', behind(autoIt, body), 'AutoIt'],
  [
    'AutoIt as a program, behind filling',
    'setup.exe',
    behind(Buffer.alloc(33 * megabyte), autoIt, body),
    'AutoIt',
  ],
  [
    'AutoIt where two windows meet',
    'setup.exe',
    behind(Buffer.alloc(8 * megabyte - behind(Buffer.alloc(0)).length - 5), autoIt),
    'AutoIt',
  ],
  ['AutoHotkey', 'keys.exe', behind(Buffer.from('>AUTOHOTKEY SCRIPT<')), 'AutoHotkey'],
  [
    'AutoHotkey, newer',
    'keys.exe',
    behind(Buffer.from('>AUTOHOTKEY SCRIPT<', 'utf16le')),
    'AutoHotkey',
  ],
])('%s is named, and said not to be examined', async (_, filename, file, language) => {
  const { full } = await reportOf(analyzer, { dataType: 'file', file, filename })
  expect(full).toMatchObject({
    language,
    findings: [{ id: 'script.compiled', parameters: { language } }],
    incomplete: [expect.stringContaining(`compiled ${language} code`)],
  })
})

it('an ordinary program is not taken for a script', async () => {
  const { full } = await reportOf(analyzer, {
    dataType: 'file',
    file: behind(Buffer.from('AutoIt')),
    filename: 'a.exe',
  })
  expect(full).toMatchObject({ isScript: false })
})
