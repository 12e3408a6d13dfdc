#!/usr/bin/env node
import { setTimeout } from 'node:timers/promises'
import { succeed } from '../../../workers/job.mjs'

// Longer than any journey: its job is deleted while it runs.
await setTimeout(600_000)
succeed({ full: {} })
