import { expect, it } from 'vitest'
import { innerPath, webAddress } from './inner-path.ts'

const origin = 'https://assay.example'

it('leads to screens of ours, however they are written', () => {
  expect(innerPath('/investigations/abc', origin)).toBe('/investigations/abc')
  expect(innerPath('https://assay.example/cases/9?tab=tasks', origin)).toBe('/cases/9?tab=tasks')
})

it('takes nothing else for one of them', () => {
  for (const target of [
    '//evil.example/cases/9',
    'https://assay.example.evil.example/cases/9',
    'https://evil.example/cases/9',
    '/api/case/9',
    '/casesx',
    'cases/9',
    '/\\evil.example',
    'javascript:alert(1)',
  ])
    expect(innerPath(target, origin)).toBeUndefined()
})

it('opens only pages of the web, and shows look-alike hosts as they are', () => {
  for (const target of ['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', '/x', 'x'])
    expect(webAddress(target)).toBeUndefined()
  expect(webAddress('https://bank.example@ехample.test/x')?.host).toBe('xn--ample-ywe6i.test')
})
