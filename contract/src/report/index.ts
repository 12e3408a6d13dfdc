/** Reports of cases: the same rules in the API and on the page. */
export {
  entryKey,
  entryText,
  moment,
  type ReportLine,
  type ReportWriting,
  reportLines,
  shownValue,
} from './lines.ts'
export { markdownTable, markdownText, quotedLines, writtenLine } from './markdown.ts'
export { blocks, placeholder, templateProblem, words } from './placeholders.ts'
export {
  filledLines,
  renderReport,
  type SectionText,
  tlpText,
  withoutEmptyHeadings,
} from './render.ts'
export { sectionsOf } from './sections.ts'
export { type ShippedTemplate, shippedTemplates } from './shipped.ts'
export { reportTexts } from './texts.ts'
