import { expect, it } from 'vitest'
import { reportOf } from '../kit/try.ts'
import { analyzer as mail } from '../mail/analyzer.ts'
import { analyzer as script } from '../script/analyzer.ts'
import { ordinaryMails } from './ordinary-mails.ts'
import { ordinaryScripts } from './ordinary-scripts.ts'

it.each(ordinaryMails().map((one) => [one.filename, one.content] as const))(
  'the ordinary mail %s is not flagged',
  async (filename, file) => {
    const { full } = await reportOf(mail, { dataType: 'file', file, filename })
    expect(full.isMail).toBe(true)
    expect(full.verdict, JSON.stringify(full.findings)).toBe('info')
  },
)

it.each(ordinaryScripts().map((one) => [one.filename, one.content] as const))(
  'the ordinary script %s is not flagged',
  async (filename, file) => {
    const { full } = await reportOf(script, { dataType: 'file', file, filename })
    expect(full.isScript).toBe(true)
    expect(full.verdict, JSON.stringify(full.findings)).toBe('info')
  },
)

it.each([
  ['a foreign host', 'https://community.chocolatey.org/', 'https://files.example.invalid/'],
  ['no encryption', 'https://community.chocolatey.org/', 'http://community.chocolatey.org/'],
  ['a name in front of another', 'chocolatey.org/', 'chocolatey.org.example.invalid/'],
  ['a user name in front', 'https://community', 'https://community.chocolatey.org@files.invalid/'],
  ['a hidden window', 'choco install', 'powershell -w hidden -c choco install'],
])('an installer is flagged with %s', async (_, from, to) => {
  const choco = ordinaryScripts().find(({ filename }) => filename === 'choco.ps1')
  const file = Buffer.from(String(choco?.content).replace(from, to))
  const { full } = await reportOf(script, { dataType: 'file', file, filename: 'choco.ps1' })
  expect(full.verdict).toBe('suspicious')
})

it.each([
  ['an owner nobody knows', 'nvm-sh/', 'someone/'],
  ['an address', 'https://raw.githubusercontent.com', 'https://192.0.2.7'],
])('a shell fed by %s is flagged', async (_, from, to) => {
  const nvm = ordinaryScripts().find(({ filename }) => filename === 'nvm.sh')
  const file = Buffer.from(String(nvm?.content).replace(from, to))
  const { full } = await reportOf(script, { dataType: 'file', file, filename: 'nvm.sh' })
  expect(full.verdict).toBe('suspicious')
})
