/** Built-in analyzers and responders, one folder each. The list is what the engine offers. */
export const builtinAnalyzers: readonly never[] = []
