// `npm run pack:openapi`, before `npm pack`: the OpenAPI document, for people who have no server yet.
// A running server serves the same.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, openapiDocument } from '@assay/contract'
import { version } from '../server/src/process/version.ts'
import { root } from './runtime-packages.ts'

const text = JSON.stringify(openapiDocument(contract, version), null, 2)
writeFileSync(join(root, 'docs', 'openapi.json'), `${text}\n`)
