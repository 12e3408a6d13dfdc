export const maxDeskDays = 400
/** Longer periods are shown by week. */
export const maxDeskDaysByDay = 62
export const maxDeskSources = 20
export const maxDeskPeople = 50
export const maxDeskTechniques = 50

/** How long a case has been open. */
export const caseAges = ['day', 'week', 'month', 'older'] as const
export type CaseAge = (typeof caseAges)[number]

/** What became of an alert: of its case where it has one. */
export const alertOutcomes = [
  'truePositive',
  'falsePositive',
  'indeterminate',
  'duplicated',
  'other',
  'open',
  'dismissed',
  'waiting',
] as const
export type AlertOutcome = (typeof alertOutcomes)[number]
