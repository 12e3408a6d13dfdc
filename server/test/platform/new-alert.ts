/** The least that an alert needs. */
export const newAlert = {
  type: 'external',
  source: 'feed',
  sourceRef: 'ref-1',
  title: 'An alert',
  description: 'What was seen',
}
