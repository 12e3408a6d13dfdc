export const texts = {
  'search.title': 'Search',
  'search.field': 'Search values, cases, alerts…',
  'search.kind': 'Kind',
  'search.verdict': 'Verdict',
  'search.time': 'When',
  'search.anyTime': 'Any time',
  'search.days.one': '{count} day',
  'search.days.other': '{count} days',
  'search.idle': 'Type at least two letters',
  'search.idleAbout':
    'A value, also defanged, a word of a title, #9 for case 9, or the beginning of a hash.',
  'search.more': 'Show more',
  'search.narrow.one': '{count} more; type more of it.',
  'search.narrow.other': '{count} more; type more of it.',
  'search.neverSeen': 'Never seen: {value}',
  'search.nothing': 'Nothing found for {value}',
  'search.openValue': 'Open and analyze it',
} as const
