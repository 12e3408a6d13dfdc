import { describe, expect, it } from 'vitest'
import { makeChance, officeHours } from '../src/demo/chance.ts'
import { demoConfig } from '../src/demo/data-folder.ts'
import { observables } from '../src/demo/observables.ts'
import { loadConfig } from '../src/settings/config.ts'

const day = 86_400_000

describe('the settings of the demo', () => {
  it('reach neither the real database nor real programs', () => {
    const config = demoConfig(
      loadConfig({
        environment: {
          ASSAY_DATA_DIR: '/srv/assay',
          ASSAY_DATABASE_URL: 'postgres://assay@db.example/assay',
          ASSAY_SECRET_KEY: 'a master key that is long enough for it',
          ASSAY_ANALYZER_URLS: '/opt/analyzers',
          ASSAY_ROLES: 'engine',
          ASSAY_JOB_RUNNERS: 'docker,process',
          ASSAY_JOB_DIRECTORY: '/srv/jobs',
        },
      }),
    )

    expect(config.http.host).toBe('127.0.0.1')
    expect(config.database.url).toBeUndefined()
    expect(config.secret.key).toBeUndefined()
    expect(config.data.dir).toBe('/srv/assay/demo')
    expect(config.analyzer.urls).toEqual([])
    expect(config.job).toMatchObject({ runners: ['builtin'], directory: undefined })
    expect(config.roles).toEqual(['engine', 'platform', 'worker'])
  })
})

describe('the address of the demo', () => {
  it('is that of this machine alone, unless another one is asked for', () => {
    const hostWith = (environment: Record<string, string>) =>
      demoConfig(loadConfig({ environment })).http.host

    expect(hostWith({})).toBe('127.0.0.1')
    expect(hostWith({ ASSAY_HTTP_HOST: '0.0.0.0' })).toBe('0.0.0.0')
  })
})

describe('the observables of the demo', () => {
  /** RFC 2606, 5737, 3849, 1918 and 6761. */
  const reserved =
    /(?:^|\.)(?:example|test|invalid)$|(?:^|\.)example\.(?:com|net|org)$|^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$|^2001:db8:|^10\.|^172\.16\.|^192\.168\./

  it('belong to no one', () => {
    const hosts = observables.flatMap((one) => {
      if (!('data' in one)) return []
      switch (one.dataType) {
        case 'ip':
        case 'domain':
        case 'fqdn':
          return [one.data]
        case 'mail':
          return [one.data.split('@')[1] ?? '']
        case 'url':
          return [new URL(one.data).hostname]
        default:
          return []
      }
    })

    expect(hosts.length).toBeGreaterThan(50)
    expect(hosts.filter((host) => !reserved.test(host))).toEqual([])
  })
})

describe('the rhythm of the demo', () => {
  it('has busy days, quiet nights and something that has just happened', () => {
    const now = Date.UTC(2026, 5, 14, 3)

    const moments = officeHours(makeChance(1), now, { days: 30, count: 1000, recent: 10 })
    const hours = moments.map((moment) => new Date(moment).getHours())

    expect(moments.length).toBe(1010)
    expect(moments.every((moment) => moment < now && moment >= now - 30 * day)).toBe(true)
    expect(moments.filter((moment) => moment > now - day / 3).length).toBeGreaterThanOrEqual(10)
    const byDay = hours.filter((hour) => hour >= 8 && hour < 18).length
    const byNight = hours.filter((hour) => hour < 6).length
    expect(byDay).toBeGreaterThan(5 * byNight)
    expect(officeHours(makeChance(1), now, { days: 30, count: 1000, recent: 10 })).toEqual(moments)
  })
})
