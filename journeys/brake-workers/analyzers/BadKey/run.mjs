#!/usr/bin/env node
import { succeed } from '../../../workers/job.mjs'

succeed({ full: { trouble: 'refused', message: '401 Unauthorized' } })
