export const texts = {
  'waits.startsIn': 'démarre dans environ {time}',
  'waits.startsAt': 'démarre vers {at}',
  'waits.startsNow': 'démarre bientôt',
  'waits.startUnknown': 'heure de démarrage inconnue',
  'waits.waitsForBudget': 'Budget « {name} » épuisé',
  'waits.waitsForProvider': 'Fournisseur du budget « {name} » en pause',
  'waits.jobsBefore.one': '{count} job avant lui',
  'waits.jobsBefore.other': '{count} jobs avant lui',
} as const
