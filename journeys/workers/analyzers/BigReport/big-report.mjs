#!/usr/bin/env node
// 20,000 rows of some 270 bytes. The word `needle` is in 8 of them: 1250, 3750, … 18750.
import { succeed, taxonomy } from '../../job.mjs'

const rows = Array.from({ length: 20_000 }, (_, index) => ({
  index,
  host: `host-${String(index).padStart(5, '0')}.example`,
  address: `198.51.${index >> 8}.${index & 255}`,
  seen: '2026-01-15T12:00:00.000Z',
  labels: ['scanner', 'infrastructure', index % 2 === 0 ? 'even' : 'odd'],
  note: index % 2_500 === 1_250 ? `needle ${index}` : `nothing of note was seen ${'. '.repeat(40)}`,
}))
succeed({ taxonomies: [taxonomy('info', 'Rows', String(rows.length))], full: { source: { rows } } })
