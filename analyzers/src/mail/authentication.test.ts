import { describe, expect, it } from 'vitest'
import { authenticationOf } from './authentication.ts'

const results = (...headers: string[]) => authenticationOf(headers, []).results

describe('the checks of the receiving server', () => {
  it('are read from all of its headers', () => {
    expect(
      results(
        'mx.company.example; dkim=pass header.d=evil.ru',
        'mx.company.example 1; spf=fail smtp.mailfrom=evil.ru; dmarc=fail header.from=bank.example',
      ),
    ).toEqual({ spf: 'fail', dkim: 'pass', dmarc: 'fail' })
  })

  it('are reported in words, with what was checked', () => {
    const { findings } = authenticationOf(['mx.example; dmarc=fail header.from=bank.example'], [])
    expect(findings).toMatchObject([
      {
        predicate: 'DMARC',
        value: 'fail',
        explanation: expect.stringContaining('mx.example: DMARC fail for bank.example'),
      },
    ])
  })

  it('are the worse ones where SPF or DMARC is answered twice', () => {
    expect(results('mx.example; spf=pass; dmarc=pass', 'mx.example; spf=fail; dmarc=fail')).toEqual(
      {
        spf: 'fail',
        dmarc: 'fail',
      },
    )
  })

  it('are not those of more distant servers', () => {
    const { results, others } = authenticationOf(
      ['mx.company.example; spf=pass', 'mx.list.example; spf=fail; dkim=fail'],
      [],
    )
    expect(results).toEqual({ spf: 'pass' })
    expect(others).toEqual([{ server: 'mx.list.example', results: { spf: 'fail', dkim: 'fail' } }])
  })

  it('cannot be bettered by a signature in a header further down', () => {
    expect(results('mx.example; dkim=fail', 'mx.example; dkim=pass')).toEqual({ dkim: 'fail' })
  })

  it('do not come out of comments and quoted names, which the sender chooses', () => {
    expect(
      results('mx.example; spf=fail (see; dkim=pass ) smtp.mailfrom="; dmarc=pass;"@evil.ru'),
    ).toEqual({ spf: 'fail' })
  })

  it('are read where the server does not name itself', () => {
    const { server, results } = authenticationOf(
      [
        'spf=fail (sender IP is 45.77.12.9) smtp.mailfrom=evil.ru; dkim=none; dmarc=fail action=none',
      ],
      [],
    )
    expect(server).toBeNull()
    expect(results).toEqual({ spf: 'fail', dkim: 'none', dmarc: 'fail' })
  })

  it('are those of the servers that the settings name, and of no others', () => {
    const headers = ['mx.evil.ru; spf=pass; dmarc=pass', 'MX.company.example; dmarc=fail']
    expect(authenticationOf(headers, [], ['mx.company.example']).results).toEqual({ dmarc: 'fail' })
    expect(authenticationOf(headers, [], ['mx.other.example']).results).toEqual({})
  })

  it('fall back to Received-SPF', () => {
    expect(authenticationOf([], ['softfail (no) client-ip=1.2.3.4'])).toMatchObject({
      results: { spf: 'softfail' },
    })
  })
})

describe('who is authenticated', () => {
  const passes = 'spf=pass smtp.mailfrom=b@service.test; dkim=pass header.d=shop.test; dmarc=pass'
  const check = (server: string, receivers: string[], trusted: string[] = []) => {
    const header = server === '' ? passes : `${server}; ${passes}`
    return authenticationOf([header], [], trusted, { receivers, from: 'shop.test' })
  }

  it.each([
    ['the receiving server', 'mx.company.example', ['mx.company.example']],
    [
      'another server of the receiver',
      'auth.company.example',
      ['mail.internal', 'mx.company.example'],
    ],
    ['a server of Microsoft, which does not name itself', '', ['x.prod.outlook.com']],
    ['a mail whose way is not recorded', 'mx.company.example', []],
  ])('is what %s says', (_, server, receivers) => {
    expect(check(server, receivers)).toMatchObject({
      authenticatedDomains: ['service.test', 'shop.test'],
      isSenderAuthenticated: true,
    })
  })

  it.each([
    ['the sender', 'mx.shop.test', ['mx.company.example']],
    ['a server without a name', '', ['mx.company.example']],
  ])('is not what %s says', (_, server, receivers) => {
    expect(check(server, receivers)).toMatchObject({
      authenticatedDomains: [],
      isSenderAuthenticated: false,
    })
  })

  it('is what the servers of the settings say, and no others', () => {
    expect(
      check('mx.gateway.example', ['mx.company.example'], ['mx.gateway.example']),
    ).toMatchObject({ isSenderAuthenticated: true })
    expect(
      check('mx.company.example', ['mx.company.example'], ['mx.gateway.example']),
    ).toMatchObject({ isSenderAuthenticated: false })
  })

  it('is not a sender whose DMARC fails, whatever signatures pass', () => {
    const header = 'mx.example; dkim=pass header.d=shop.test; dmarc=fail header.from=shop.test'
    expect(authenticationOf([header], [], [], { from: 'shop.test' }).isSenderAuthenticated).toBe(
      false,
    )
  })

  it.each([
    ['none', 'mail.dmarc-list'],
    ['reject', 'mail.dmarc'],
  ])('a list explains a failure of DMARC with the policy %s by %s', (policy, id) => {
    const header = `mx.example; dkim=pass header.d=lists.test; dmarc=fail (p=${policy}) header.from=a.test`
    const { findings } = authenticationOf([header], [], [], { from: 'a.test', list: 'lists.test' })
    expect(findings.map((one) => one.id)).toEqual([id])
  })
})
