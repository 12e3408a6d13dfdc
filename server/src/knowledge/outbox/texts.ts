import type { MailTexts } from '@assay/contract'
import { defaultFrame } from '../../domain/notices/mail.ts'
import type { Db } from '../../storage/database.ts'

/** What the mails of an organization begin and end with. */
export async function mailTextsOf(db: Db, organization: string): Promise<MailTexts> {
  const row = await db
    .selectFrom('mail_texts')
    .select(['prefix', 'footer'])
    .where('organization', '=', organization)
    .executeTakeFirst()
  return row ?? defaultFrame
}

export async function saveMailTexts(
  tx: Db,
  organization: string,
  change: Partial<MailTexts>,
  by: { readonly updated_at: number; readonly updated_by: string },
): Promise<MailTexts> {
  const texts = { ...(await mailTextsOf(tx, organization)), ...change }
  await tx
    .insertInto('mail_texts')
    .values({ organization, ...texts, ...by })
    .onConflict((conflict) => conflict.column('organization').doUpdateSet({ ...texts, ...by }))
    .execute()
  return texts
}
