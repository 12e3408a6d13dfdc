/** What people are told of, each kind with its own sentence and its own choice of ways. */
export const noticeKinds = [
  'assigned',
  'mentioned',
  'dueSoon',
  'overdue',
  'verdictWorse',
  'watched',
  'contradicted',
  'verdictExpired',
  'approvalAsked',
  'responseFailed',
  'undoFailed',
  'rule',
  'ruleStopped',
  'budgetTrouble',
  'mailboxTrouble',
  'auditTrouble',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What a notice is about: its page is linked. */
export const noticeObjects = [
  'case',
  'case_task',
  'alert',
  'comment',
  'watch',
  'value',
  'response',
  'rule',
  'budget',
  'mailbox',
  'auditSink',
] as const
export type NoticeObject = (typeof noticeObjects)[number]

/** Those that are mailed unless their reader chose otherwise. */
export const mailedKinds: readonly NoticeKind[] = noticeKinds.filter(
  (kind) => !['verdictWorse', 'watched', 'contradicted', 'verdictExpired'].includes(kind),
)

/** What a channel can be told of: what concerns a team, not what one person watches. */
export const channelKinds = [
  'newAlert',
  'caseShared',
  ...noticeKinds.filter(
    (kind): kind is Exclude<NoticeKind, 'watched' | 'contradicted' | 'verdictExpired'> =>
      !['watched', 'contradicted', 'verdictExpired'].includes(kind),
  ),
] as const
export type ChannelKind = (typeof channelKinds)[number]

export const channelForms = ['slack', 'teams', 'mattermost', 'generic'] as const
export type ChannelForm = (typeof channelForms)[number]

export const channelLanguages = ['en', 'fr'] as const
export type ChannelLanguage = (typeof channelLanguages)[number]

/** What is in the outbox: for people, for channels, and answers to those who reported an email. */
export const outgoingKinds = [...noticeKinds, 'newAlert', 'caseShared', 'reply'] as const
export type OutgoingKind = (typeof outgoingKinds)[number]

export const outgoingStatuses = ['Sent', 'Returned', 'Waiting', 'GivenUp'] as const
export type OutgoingStatus = (typeof outgoingStatuses)[number]
