#!/usr/bin/env node
import { fail, value } from '../../job.mjs'

fail(`The service does not know ${value}: quota of the demo account is used up`)
process.exitCode = 1
