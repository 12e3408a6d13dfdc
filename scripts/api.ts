// Step `API` of `npm run check`: holds the contract against docs/api.lock.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contract } from '@assay/contract'
import { apiLock, lockChanges } from './api-lock.ts'

const lock = readFileSync(join(dirname(import.meta.dirname), 'docs', 'api.lock'), 'utf8')
const changes = lockChanges(lock, apiLock(contract))
if (changes.length > 0) {
  console.log(`Calls that are not what docs/api.lock says: ${changes.length}.`)
  for (const change of changes) console.log(`  ${change}`)
  console.log(
    'Unmodified clients must keep working. If that is meant, accept it with `npm run docs`,',
  )
  console.log('and commit docs/api.lock with the change.')
  process.exitCode = 1
}
