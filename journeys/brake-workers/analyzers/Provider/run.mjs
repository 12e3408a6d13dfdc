#!/usr/bin/env node
import { succeed, taxonomy, value } from '../../../workers/job.mjs'

succeed({ taxonomies: [taxonomy('info', 'Provider', value)], full: { asked: value } })
