import { describe, expect, it } from 'vitest'
import { describeConfig, loadConfig } from './config.ts'
import { settingsTable } from './markdown.ts'
import { settingKeys } from './table.ts'

const load = (environment: Record<string, string> = {}) => loadConfig({ environment })

describe('describeConfig', () => {
  it('shows every setting in a form that can be written back, with its source', () => {
    const rows = describeConfig(load({ ASSAY_HTTP_UPLOADLIMIT: '1500', ASSAY_CACHE_JOB: '90s' }))
    const value = (key: string) => rows.find((row) => row.key === key)?.value

    expect(rows.map((row) => row.key)).toEqual(settingKeys)
    expect(value('http.uploadLimit')).toBe('1500')
    expect(value('http.bodyLimit')).toBe('1MiB')
    expect(value('cache.job')).toBe('90s')
    expect(value('roles')).toBe('engine,platform,worker')
    expect(value('database.url')).toBe('')
  })

  it('hides secrets but shows which database is meant', () => {
    const rows = describeConfig(
      load({
        ASSAY_DATABASE_URL: 'postgres://assay:hunter2@db:5432/assay?password=hunter2',
        ASSAY_SECRET_KEY: `hunter2${'x'.repeat(32)}`,
        ASSAY_BOOTSTRAP_LOGIN: 'admin',
        ASSAY_BOOTSTRAP_PASSWORD: 'hunter2',
        ASSAY_BOOTSTRAP_KEY: 'hunter2hunter2hunter2',
        ASSAY_ANALYZER_URLS: 'https://me:hunter2@a.example/x,/local',
        ASSAY_PLATFORM_ENGINES:
          '[{"name":"a","url":"http://b","auth":{"type":"key","key":"hunter2"}}]',
      }),
    )
    const value = (key: string) => rows.find((row) => row.key === key)?.value

    expect(JSON.stringify(rows)).not.toContain('hunter2')
    expect(value('database.url')).toBe('postgres://assay:********@db:5432/assay')
    expect(value('secret.key')).toBe('********')
    expect(value('bootstrap.login')).toBe('admin')
    expect(value('analyzer.urls')).toBe('https://********@a.example/x,/local')
  })
})

describe('settingsTable', () => {
  it('has one row for each setting and fits a page', () => {
    const lines = settingsTable().split('\n')

    expect(lines).toHaveLength(settingKeys.length + 2)
    expect(lines).toContain(
      '| `http.port` | `ASSAY_HTTP_PORT` | `9001` | Port to listen on; 0 picks a free one. |',
    )
    for (const line of lines) expect(line.length).toBeLessThan(160)
  })
})
