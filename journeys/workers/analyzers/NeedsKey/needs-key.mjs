#!/usr/bin/env node
import { fail, job, succeed, taxonomy, value } from '../../job.mjs'

const { key, service, retries, verify, sources = [] } = job.config
if (!key) {
  fail('The key is missing')
} else {
  succeed({
    taxonomies: [taxonomy('info', 'Known', value)],
    full: { keyLength: String(key).length, service, retries, verify, sources },
  })
}
