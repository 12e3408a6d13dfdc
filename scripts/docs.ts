// `npm run docs`: writes what the code knows better than a person into the documents. A test proves
// that nobody forgot to run it.
import { writeFileSync } from 'node:fs'
import { generatedDocuments } from '../server/test/documents.ts'

for (const { path, text } of generatedDocuments()) writeFileSync(path, text)
