#!/usr/bin/env node
// A report of 50 MB.
import { writeFileSync } from 'node:fs'

const text = 'x'.repeat(1_000_000)
const full = JSON.stringify({ parts: Array.from({ length: 50 }, () => text) })
writeFileSync(`${process.argv[2]}/output/output.json`, `{"success":true,"full":${full}}`)
