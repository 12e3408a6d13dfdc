// The built-in analyzer that does nothing: what its jobs cost is the engine alone.
export const run = () => ({
  success: true,
  summary: { taxonomies: [] },
  full: {},
  artifacts: [],
  operations: [],
})
