import { fact, known, proof, strong } from './entry.ts'

/** What the server says itself: of badges of other analyzers, and where analyzers disagree. */
export const answerFindings = {
  'badge.says': fact(['{what}', '{value}'], '{who}: {what} is {value:value}.'),
  'badge.notes': fact(['{who}', '{what}'], '{who}: {what}.'),
  'badge.names': fact(['{who}', '{value}'], '{who}: {value:value}.'),
  'verdict.allowed-yet-blocked': proof(
    ['Allowed', '{allowed}'],
    'Conflict: on allow list “{allowed}” and on block list “{blocked}”',
  ),
  'verdict.allowed-yet-bad': proof(
    ['Allowed', '{allowed}'],
    'Conflict: on allow list “{allowed}”, but {bad} {bad?analyzer flags|analyzers flag} it',
  ),
  'verdict.disagree': proof(
    ['Disagreement', '{safe} : {bad}'],
    'Analyzers disagree: {safe} {safe?says|say} benign, {bad} {bad?flags|flag} it',
  ),
  'verdict.marked-safe': known(['Analyst', 'benign'], 'Marked benign by an analyst: {reason}'),
  'verdict.marked-suspicious': strong(
    ['Analyst', 'suspicious'],
    'Marked suspicious by an analyst: {reason}',
  ),
  'verdict.marked-malicious': proof(
    ['Analyst', 'malicious'],
    'Marked malicious by an analyst: {reason}',
  ),
  'verdict.not-examined': fact(['Incomplete', '{count}'], 'Not examined: {reason:words}'),
}
