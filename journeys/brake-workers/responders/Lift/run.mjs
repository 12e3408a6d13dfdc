#!/usr/bin/env node
import { job, succeed } from '../../../workers/job.mjs'

succeed({ full: { message: `Lifted ${job.data?.data ?? 'it'}` } })
