type Values = Readonly<Record<string, unknown>>

/** A few words for people: `Observable ip 203.0.113.9`, `Case #12 Phishing`. */
export function titleOf(dataType: string, data: Values): string {
  const kind = kinds[dataType] ?? dataType
  const number = data.caseId ?? data.number
  const parts =
    dataType === 'thehive:case_artifact'
      ? [data.dataType, data.data ?? (data.attachment as Values | undefined)?.name]
      : [typeof number === 'number' ? `#${number}` : undefined, data.title ?? data.message]
  const words = parts.filter((part) => typeof part === 'string' && part !== '')
  // One line: it becomes the subject of a mail.
  return [kind, ...words].join(' ').replace(/\s+/g, ' ').slice(0, 200)
}

const kinds: Readonly<Record<string, string>> = {
  'thehive:case': 'Case',
  'thehive:case_artifact': 'Observable',
  'thehive:alert': 'Alert',
  'thehive:case_task': 'Task',
  'thehive:case_task_log': 'Log',
}
