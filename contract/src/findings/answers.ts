import { fact, proof } from './entry.ts'

/** What the server says itself: of badges of other analyzers, and where analyzers disagree. */
export const answerFindings = {
  'badge.says': fact(['{what}', '{value}'], '{who}: {what} is {value:value}.'),
  'badge.notes': fact(['{who}', '{what}'], '{who}: {what}.'),
  'badge.names': fact(['{who}', '{value}'], '{who}: {value:value}.'),
  'verdict.allowed-yet-blocked': proof(
    ['Allowed', '{allowed}'],
    'It is on your allow list “{allowed}”, yet on the block list “{blocked}”',
  ),
  'verdict.allowed-yet-bad': proof(
    ['Allowed', '{allowed}'],
    'It is on your allow list “{allowed}”, yet {bad} {bad?analyzer says|analyzers say} that it is bad',
  ),
  'verdict.disagree': proof(
    ['Disagreement', '{safe} : {bad}'],
    'Analyzers disagree: {safe} {safe?says|say} harmless, {bad} {bad?says|say} that it is bad',
  ),
  'verdict.not-examined': fact(['Incomplete', '{count}'], 'Not examined: {reason:words}'),
}
