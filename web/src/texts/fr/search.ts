export const texts = {
  'search.title': 'Recherche',
  'search.field': 'Chercher valeurs, dossiers, alertes…',
  'search.kind': 'Genre',
  'search.verdict': 'Verdict',
  'search.time': 'Quand',
  'search.anyTime': 'N’importe quand',
  'search.days.one': '{count} jour',
  'search.days.other': '{count} jours',
  'search.idle': 'Tapez au moins deux lettres',
  'search.idleAbout':
    'Une valeur, même neutralisée, un mot d’un titre, #9 pour le dossier 9, ou le début d’une empreinte.',
  'search.more': 'Afficher plus',
  'search.narrow.one': '{count} de plus ; précisez la recherche.',
  'search.narrow.other': '{count} de plus ; précisez la recherche.',
  'search.neverSeen': 'Jamais vu : {value}',
  'search.nothing': 'Rien trouvé pour {value}',
  'search.openValue': 'L’ouvrir et l’analyser',
} as const
