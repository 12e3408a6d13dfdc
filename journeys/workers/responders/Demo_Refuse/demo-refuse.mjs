#!/usr/bin/env node
import { fail } from '../../job.mjs'

fail('The firewall does not accept this rule')
process.exitCode = 1
