// `npm run docs`: writes the files that follow from the code. A test proves that they are current.
import { writeFileSync } from 'node:fs'
import { generatedDocuments } from '../server/test/documents.ts'

for (const { path, text } of generatedDocuments()) writeFileSync(path, text)
