import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { reportPools } from '../../src/process/metrics.ts'
import { lastBackup, noteBackup } from '../../src/storage/rows/last-backup.ts'
import { hasOpenssl, makePair } from '../certificates.ts'
import { sqlite } from '../databases.ts'
import { makeEngineApp, programs } from '../engine/setup.ts'
import { exampleIn, root } from '../manual/blocks.ts'
import { skipTest } from '../skip.ts'

const rulesFile = join(root, 'deploy', 'prometheus', 'assay-rules.yaml')
const rules: { alert: string; expr: string; for: string }[] = parse(readFileSync(rulesFile, 'utf8'))
  .groups[0].rules
const dashboard = readFileSync(join(root, 'deploy', 'grafana', 'assay.json'), 'utf8')

const folderFor = () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-alerts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Every series of a server that has had a failed job, a backup, a certificate and a pool. */
async function seriesOfServer(): Promise<string> {
  const { cert, key } = makePair(folderFor(), 'assay')
  const app = await makeEngineApp(sqlite.open, [programs.failing], {
    environment: { ASSAY_HTTP_TLS_CERT: cert, ASSAY_HTTP_TLS_KEY: key },
  })
  onTestFinished(reportPools(() => [{ pool: 'requests', total: 2, idle: 1, waiting: 0 }]))
  await noteBackup(app.deps.db, app.clock.now())
  const { id } = await app.enable('orgadmin', 'Failing')
  const client = app.as('analyze')
  const job = await client.runAnalyzer({ id }, { data: '1.1.1.1', dataType: 'ip' })
  await client.waitReport({ id: job.id }, { atMost: 'Inf' })
  let body = ''
  const scrape = async () => {
    body = (await app.inject({ url: '/metrics' })).body
    return body
  }
  // The first one starts what is measured or counted in the background.
  await expect.poll(scrape).toMatch(/eventloop_lag_p99.*assay_blobs_bytes/s)
  expect(body).toContain(`assay_backup_timestamp_seconds ${app.clock.now() / 1000}`)
  expect(await lastBackup(app.deps.db)).toBe(app.clock.now())
  return body
}

const metricIn = /\b(?:assay|nodejs|process)_[a-z0-9_]+\b/g

describe('the alerts and the dashboard', () => {
  it('ask only for metrics that the server has, with labels and values that it gives them', async () => {
    if (!hasOpenssl) skipTest('openssl is not installed (Debian: apt-get install openssl)')
    const body = await seriesOfServer()
    const known = new Set(
      [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
      ),
    )
    const queries = [
      ...rules.map(({ expr }) => expr),
      ...[...dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text),
    ]

    const asked = queries.flatMap((query) => query.match(metricIn) ?? [])
    expect(new Set(asked).size).toBeGreaterThan(12)
    expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([])
    for (const { expr } of rules)
      for (const [, name, label, value] of expr.matchAll(/(assay_\w+)\{(\w+)="(\w+)"\}/g))
        expect(body).toMatch(new RegExp(`^${name}\\{.*${label}="${value}"`, 'm'))
  })

  it('are rules that Prometheus reads, and so is the job of the manual', () => {
    const promtool = tool()
    const folder = folderFor()
    const config = exampleIn('docs/monitor.md', 'yaml', 'job_name: assay')
    const here = config
      .replace('/etc/prometheus/assay-rules.yaml', rulesFile)
      .replace('/etc/prometheus/assay.token', join(folder, 'token'))
    writeFileSync(join(folder, 'token'), 'a-token-for-prometheus')
    writeFileSync(join(folder, 'prometheus.yml'), here)

    promtool('check', 'rules', rulesFile)
    promtool('check', 'config', join(folder, 'prometheus.yml'))
  })
})

/** Series by which each alert fires; the values are those of `promtool test rules`, one a minute. */
const troubles: Record<string, Record<string, string>> = {
  AssayDown: { 'up{job="assay",instance="a"}': '0x130' },
  AssayNodeLost: { 'assay_nodes{instance="a",version="1"}': '3x110 2x20' },
  AssayDatabaseDown: { 'assay_database_up{instance="a"}': '0x130' },
  AssayDatabaseSlow: {
    'assay_database_commit_duration_seconds_bucket{instance="a",le="0.1"}': '0+1x130',
    'assay_database_commit_duration_seconds_bucket{instance="a",le="0.5"}': '0+100x130',
    'assay_database_commit_duration_seconds_bucket{instance="a",le="+Inf"}': '0+100x130',
  },
  AssayJobsFailing: {
    'assay_job_duration_seconds_count{analyzer="A",status="Failure"}': '0+1x130',
    'assay_job_duration_seconds_count{analyzer="A",status="Success"}': '0+1x130',
  },
  AssayQueueGrowing: { 'assay_queue_depth{instance="a"}': '1x80 2+60x50' },
  AssayJobsWaitLong: {
    'assay_queue_oldest_seconds{organization="o",analyzer="A"}': '4000x130',
  },
  AssayRequestsFailing: {
    'assay_http_request_duration_seconds_count{status="200"}': '0+9x130',
    'assay_http_request_duration_seconds_count{status="503"}': '0+1x130',
  },
  AssayDiskFull: {
    'assay_data_free_bytes{instance="a"}': '5x130',
    'assay_data_size_bytes{instance="a"}': '100x130',
  },
  AssayFilesUnavailable: { 'assay_blob_store_up{instance="a",store="s3"}': '0x130' },
  AssayCertificateExpires: {
    'assay_certificate_expires_timestamp_seconds{instance="a"}': '700000x130',
  },
  AssayBackupMissing: { 'assay_backup_timestamp_seconds{instance="a"}': '0x110' },
}

/** The same series of a server that is well. */
const health: Record<string, string> = {
  'up{job="assay",instance="a"}': '1x130',
  'assay_nodes{instance="a",version="1"}': '3x130',
  'assay_database_up{instance="a"}': '1x130',
  'assay_database_commit_duration_seconds_bucket{instance="a",le="0.1"}': '0+100x130',
  'assay_database_commit_duration_seconds_bucket{instance="a",le="+Inf"}': '0+100x130',
  'assay_job_duration_seconds_count{analyzer="A",status="Failure"}': '0+1x130',
  'assay_job_duration_seconds_count{analyzer="A",status="Success"}': '0+50x130',
  'assay_queue_depth{instance="a"}': '500x130',
  'assay_queue_oldest_seconds{organization="o",analyzer="A"}': '20x130',
  'assay_http_request_duration_seconds_count{status="200"}': '0+900x130',
  'assay_http_request_duration_seconds_count{status="503"}': '0+1x130',
  'assay_data_free_bytes{instance="a"}': '50x130',
  'assay_data_size_bytes{instance="a"}': '100x130',
  'assay_blob_store_up{instance="a",store="s3"}': '1x130',
  'assay_certificate_expires_timestamp_seconds{instance="a"}': '9000000x130',
  'assay_backup_timestamp_seconds{instance="a"}': '0+60x130',
}

/** Two days, in steps of half an hour. */
const isSlow = (rule?: { alert: string }) => rule?.alert === 'AssayBackupMissing'

describe('each alert', () => {
  const firing = (series: Record<string, string>, samples: { alert: string }[]) => ({
    interval: isSlow(samples[0]) ? '30m' : '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing",alertname!="AssayBackupMissing"} or ALERTS{alertstate="firing",alertname="AssayBackupMissing"} and on() assay_backup_timestamp_seconds)',
        eval_time: isSlow(samples[0]) ? '51h' : '120m',
        exp_samples: samples.map(({ alert }) => ({
          labels: `{alertname="${alert}"}`,
          value: 1,
        })),
      },
    ],
  })

  it('has a case here', () => {
    expect(Object.keys(troubles).sort()).toEqual(rules.map(({ alert }) => alert).sort())
  })

  it('fires in its own trouble, and none where all is well', () => {
    const promtool = tool()
    const folder = folderFor()
    const ofRule = (rule: { alert: string }) => firing(troubles[rule.alert] ?? {}, [rule])
    const quick = rules.filter((rule) => !isSlow(rule)).map(ofRule)
    const check = (evaluation_interval: string, tests: object[]) => {
      const document = { rule_files: [rulesFile], evaluation_interval, tests }
      writeFileSync(join(folder, 'tests.yaml'), JSON.stringify(document))
      promtool('test', 'rules', join(folder, 'tests.yaml'))
    }

    check('1m', [firing(health, []), ...quick])
    check('30m', rules.filter(isSlow).map(ofRule))
  })
})

/** Fails with what it printed. */
function tool() {
  if (spawnSync('promtool', ['--version']).error)
    skipTest('promtool is not installed (Debian: apt-get install prometheus)')
  return (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
    expect(status, `${stdout}${stderr}`).toBe(0)
  }
}
