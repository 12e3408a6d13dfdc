#!/usr/bin/env node
import { setTimeout } from 'node:timers/promises'
import { say, succeed, taxonomy, value } from '../../job.mjs'

// This one says how far it is, and goes on until its job is deleted.
if (value.startsWith('crawl.')) {
  say({
    percent: 40,
    text: 'Page 4 of http://crawl.example',
    badges: [taxonomy('info', 'Pages', '7')],
  })
  await setTimeout(3_600_000)
}
await setTimeout(6_000)
succeed({ taxonomies: [taxonomy('info', 'Slow', 'done')], full: { seconds: 6 } })
