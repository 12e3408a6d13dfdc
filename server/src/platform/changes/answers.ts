import type { Deps } from '../../deps.ts'
import { askerOf } from '../../domain/caller.ts'
import type { ReplyOutcome } from '../../domain/mail/reply.ts'
import { answerReporters } from '../../storage/rows/mail-replies.ts'
import type { Call, Writing } from './write.ts'

/** In the transaction in which this caller closes an alert of emails, or the case that it became. */
export async function answerWhoReported(
  { config }: Pick<Deps, 'config'>,
  w: Writing,
  { caller }: Call,
  closed: { readonly alertId: string } | { readonly caseId: string },
  outcome: ReplyOutcome,
): Promise<void> {
  // Never for a program that decides by itself: the answer would tell attackers what gets through.
  if (!['person', 'key'].includes(askerOf(caller).kind)) return
  const { from } = config.mail
  await answerReporters(w.tx, w.organization, { closed, outcome, from }, w.now)
}
