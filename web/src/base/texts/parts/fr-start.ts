export { texts as analysis } from '../fr/analysis.ts'
export { texts as investigation } from '../fr/investigation.ts'
export { texts as overview } from '../fr/overview.ts'
