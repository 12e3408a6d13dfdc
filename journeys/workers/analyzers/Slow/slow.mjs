#!/usr/bin/env node
import { setTimeout } from 'node:timers/promises'
import { succeed, taxonomy } from '../../job.mjs'

await setTimeout(6_000)
succeed({ taxonomies: [taxonomy('info', 'Slow', 'done')], full: { seconds: 6 } })
