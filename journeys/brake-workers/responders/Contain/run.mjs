#!/usr/bin/env node
import { job, succeed } from '../../../workers/job.mjs'

succeed({ full: { message: `Contained ${job.data?.data ?? 'it'}` } })
