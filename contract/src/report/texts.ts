import type { ReportLanguage } from '../platform/reports.ts'

const en = {
  malicious: 'Malicious',
  suspicious: 'Suspicious',
  safe: 'Benign',
  none: 'No verdict',
  unasked: 'Not analyzed',
  verdict: 'Verdict',
  observable: 'Observable',
  type: 'Type',
  reason: 'Reason',
  ioc: 'IOC',
  yes: 'yes',
  more: '{count} more are left out.',
  older: '{count} older entries are left out.',
  severity: ['Low', 'Medium', 'High', 'Critical'],
  status: { Open: 'Open', Resolved: 'Resolved', Duplicated: 'Duplicate', Deleted: 'Deleted' },
  task: {
    Waiting: 'waiting',
    InProgress: 'in progress',
    Completed: 'completed',
    Cancel: 'canceled',
  },
  action: { Waiting: 'waiting', InProgress: 'running', Success: 'successful', Failure: 'failed' },
  onCase: 'the case',
  opened: '{by} opened the case',
  comment: '{by} commented',
  log: '{by} added a log to task “{title}”',
  taskStarted: 'Task “{title}” started',
  taskDone: 'Task “{title}” completed',
  taskCancelled: 'Task “{title}” canceled',
  alertOpened: 'Case opened from alert “{title}”',
  alertMerged: 'Alert “{title}” merged',
  value: '{by} added {values}',
  andMore: '{values} and {count} more',
  becomes: '{value}: {level}',
  becameFrom: '{value}: {level}, before {before}',
  marked: '{by} marked {value} as {level}',
  ended: '{by} ended the verdict {level} on {value}',
  expired: 'The verdict {level} on {value} expired',
  ran: '{title} on {value}: {status}',
  technique: '{by} added technique {title}',
  reopened: '{by} reopened the case',
  closed: '{by} closed the case: {status}',
  changed: '{by} changed {fields}',
  stored: '{by} stored the report, version {title}',
} as const

export type ReportTexts = {
  readonly [K in keyof typeof en]: (typeof en)[K] extends string
    ? string
    : (typeof en)[K] extends readonly string[]
      ? readonly string[]
      : { readonly [N in keyof (typeof en)[K]]: string }
}

const fr: ReportTexts = {
  malicious: 'Malveillant',
  suspicious: 'Suspect',
  safe: 'Bénin',
  none: 'Sans verdict',
  unasked: 'Non analysé',
  verdict: 'Verdict',
  observable: 'Observable',
  type: 'Type',
  reason: 'Raison',
  ioc: 'IOC',
  yes: 'oui',
  more: '{count} autres ne sont pas repris.',
  older: '{count} entrées plus anciennes ne sont pas reprises.',
  severity: ['Faible', 'Moyenne', 'Élevée', 'Critique'],
  status: { Open: 'Ouvert', Resolved: 'Résolu', Duplicated: 'Doublon', Deleted: 'Supprimé' },
  task: {
    Waiting: 'en attente',
    InProgress: 'en cours',
    Completed: 'terminée',
    Cancel: 'annulée',
  },
  action: { Waiting: 'en attente', InProgress: 'en cours', Success: 'réussi', Failure: 'échoué' },
  onCase: 'le dossier',
  opened: '{by} a ouvert le dossier',
  comment: '{by} a commenté',
  log: '{by} a ajouté une note à la tâche « {title} »',
  taskStarted: 'Tâche « {title} » commencée',
  taskDone: 'Tâche « {title} » terminée',
  taskCancelled: 'Tâche « {title} » annulée',
  alertOpened: 'Dossier ouvert à partir de l’alerte « {title} »',
  alertMerged: 'Alerte « {title} » fusionnée',
  value: '{by} a ajouté {values}',
  andMore: '{values} et {count} autres',
  becomes: '{value} : {level}',
  becameFrom: '{value} : {level}, auparavant {before}',
  marked: '{by} a marqué {value} comme {level}',
  ended: '{by} a mis fin au verdict {level} sur {value}',
  expired: 'Le verdict {level} sur {value} a expiré',
  ran: '{title} sur {value} : {status}',
  technique: '{by} a ajouté la technique {title}',
  reopened: '{by} a rouvert le dossier',
  closed: '{by} a clos le dossier : {status}',
  changed: '{by} a modifié {fields}',
  stored: '{by} a conservé le rapport, version {title}',
}

export const reportTexts: Readonly<Record<ReportLanguage, ReportTexts>> = { en, fr }

/** Names in braces are replaced; other braces are evidence and stay. */
export const filled = (
  sentence: string,
  values: Readonly<Record<string, string | number>>,
): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
