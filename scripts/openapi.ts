import { writeFileSync } from 'node:fs'
import { contract, openapiDocument } from '@assay/contract'
import { version } from '../server/src/system/version.ts'

/** Prints the contract into `docs/openapi.json`; a test proves that the file is fresh. */
const target = new URL('../docs/openapi.json', import.meta.url)
writeFileSync(target, `${JSON.stringify(openapiDocument(contract, version), null, 2)}\n`)
