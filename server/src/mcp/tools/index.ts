import type { KeyScopeName } from '@assay/contract'
import type { Tool } from '../tool.ts'
import { addComment } from './add-comment.ts'
import { analyze } from './analyze.ts'
import { getReport } from './get-report.ts'
import { getValue } from './get-value.ts'
import { getAlert, getCase } from './holders.ts'
import { listAnalyzers } from './list-analyzers.ts'
import { proposeResponse } from './propose-response.ts'
import { search } from './search.ts'

export const tools: readonly Tool[] = [
  search,
  getValue,
  getCase,
  getAlert,
  getReport,
  listAnalyzers,
  analyze,
  addComment,
  proposeResponse,
]

// guard (open = tools): server/test/agents/tools.test.ts
export const toolsOf = (scope: KeyScopeName): readonly Tool[] =>
  tools.filter((tool) => scope === 'agent' || tool.scope === scope)
