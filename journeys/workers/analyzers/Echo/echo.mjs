#!/usr/bin/env node
import { job, succeed, taxonomy, value } from '../../job.mjs'

const { config: _, ...asked } = job
succeed({ taxonomies: [taxonomy('info', 'Echo', value)], full: { asked } })
