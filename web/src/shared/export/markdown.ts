export { markdownTable, markdownText } from '@assay/contract/report/markdown'
