import { api } from '../../base/api.ts'

export type Kind = 'analyzer' | 'responder'

/** The same calls for analyzers and for responders. */
export const callsOf = (kind: Kind) => (kind === 'analyzer' ? analyzerCalls : responderCalls)

const analyzerCalls = {
  workers: api.listAnalyzers,
  worker: api.getAnalyzer,
  enable: api.enableAnalyzer,
  update: api.updateAnalyzer,
  disable: api.disableAnalyzer,
  definitions: api.listAnalyzerDefinitions,
  scan: api.scanAnalyzerDefinitions,
  configs: api.listAnalyzerConfigs,
  config: api.getAnalyzerConfig,
  updateConfig: api.updateAnalyzerConfig,
}

const responderCalls: typeof analyzerCalls = {
  workers: api.listResponders,
  worker: api.getResponder,
  enable: api.enableResponder,
  update: api.updateResponder,
  disable: api.disableResponder,
  definitions: api.listResponderDefinitions,
  scan: api.scanResponderDefinitions,
  configs: api.listResponderConfigs,
  config: api.getResponderConfig,
  updateConfig: api.updateResponderConfig,
}
