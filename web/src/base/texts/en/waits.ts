export const texts = {
  'waits.startsIn': 'starts in about {time}',
  'waits.startsAt': 'starts at about {at}',
  'waits.startsNow': 'starts soon',
  'waits.startUnknown': 'start time unknown',
  'waits.waitsForBudget': 'Budget “{name}” is used up',
  'waits.waitsForProvider': 'Provider of budget “{name}” is paused',
  'waits.jobsBefore.one': '{count} job before it',
  'waits.jobsBefore.other': '{count} jobs before it',
} as const
