import { badRequest } from '../errors.ts'

/** Tactics of ATT&CK for Enterprise in their order, and how they are written out. */
const labels: Readonly<Record<string, string>> = {
  reconnaissance: 'Reconnaissance',
  'resource-development': 'Resource Development',
  'initial-access': 'Initial Access',
  execution: 'Execution',
  persistence: 'Persistence',
  'privilege-escalation': 'Privilege Escalation',
  'defense-evasion': 'Defense Evasion',
  'credential-access': 'Credential Access',
  discovery: 'Discovery',
  'lateral-movement': 'Lateral Movement',
  collection: 'Collection',
  'command-and-control': 'Command and Control',
  exfiltration: 'Exfiltration',
  impact: 'Impact',
}

/** Other matrices have their own tactics, which are written as they are named. */
export const tacticLabel = (tactic: string): string =>
  labels[tactic] ??
  tactic
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** The tactic that is meant; one that the technique does not serve is refused by name. */
export function tacticFor(
  { patternId, tactics }: { patternId: string; tactics: readonly string[] },
  asked: string | undefined,
): string {
  const known = tactics.join(', ')
  if (asked === undefined) {
    const [only, ...others] = tactics
    if (only === undefined || others.length > 0)
      throw badRequest(`Attribute tactic is missing. Tactics of ${patternId}: ${known || 'none'}`)
    return only
  }
  const tactic = asked
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  if (tactics.length > 0 ? !tactics.includes(tactic) : !Object.hasOwn(labels, tactic))
    throw badRequest(`${asked} is not a tactic of ${patternId}. Available: ${known || 'none'}`)
  return tactic
}
