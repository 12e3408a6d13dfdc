export { texts as analysis } from '../en/analysis.ts'
export { texts as investigation } from '../en/investigation.ts'
export { texts as overview } from '../en/overview.ts'
