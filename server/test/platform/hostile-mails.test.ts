import { describe, expect, it } from 'vitest'
import { mailReference } from '../../src/domain/mail-references.ts'
import { databases } from '../databases.ts'
import { sharedByTests } from '../lifetime.ts'
import { hostileMails } from './hostile-mails.ts'
import { phish } from './mail-texts.ts'
import { alertsOf, observablesOf, upload } from './mails.ts'
import { makePlatformApp } from './setup.ts'

describe.each(databases)('$name: a hostile mail', ({ open }) => {
  const shared = sharedByTests(async () => {
    const app = await makePlatformApp(open)
    await upload(app, phish(), { as: 'stranger' })
    return app
  })

  it.each(hostileMails.map(([name, make, says]) => ({ name, make, says })))(
    'of $name becomes an alert or is refused with a reason',
    async ({ make, says }) => {
      const app = await shared()
      const sent = make()
      const answer = await upload(app, sent)
      const { mails = [], message } = answer.json()
      if (answer.statusCode === 201) {
        expect(mails).not.toEqual([])
        const { alertId } = mails[0]
        const alert = (await alertsOf(app)).find(({ _id }) => _id === alertId)
        if (says) expect(alert?.description).toMatch(says)
        expect(alert?.description).not.toMatch(/[^\P{Cc}\n\t]/u)
        const found = await observablesOf(app, alertId)
        expect(found.length).toBeLessThanOrEqual(200)
        for (const { data, attachment } of found)
          expect(data ?? attachment?.name).not.toMatch(/[\p{Cc}]|^\.{0,2}$/u)
        for (const { attachment } of found) expect(attachment?.name ?? '').not.toMatch(/[/\\]/)
      } else {
        expect(answer.statusCode).toBe(400)
        expect(message).toMatch(says ?? /./)
      }
      expect(await alertsOf(app, 'stranger')).toHaveLength(1)
      expect(await app.deps.db.selectFrom('outbox').selectAll().execute()).toEqual([])
      // The server lives on, and reads the next one.
      expect((await upload(app, phish())).statusCode).toBe(201)
    },
  )

  it('that names our own mails comments on nothing, here and elsewhere', async () => {
    const app = await shared()
    const [theirs] = await alertsOf(app, 'stranger')
    const proof = (text: string) => app.deps.secrets.proof('mail-reference', text)
    const named = mailReference({ kind: 'alert', id: theirs?._id ?? '' }, 'x.example', proof)
    const mail = phish({ subject: 'Named' }).replace('Subject:', `References: ${named}\r\nSubject:`)
    expect((await upload(app, mail)).json().mails).toMatchObject([{ state: 'done' }])
    expect(await app.deps.db.selectFrom('comments').selectAll().execute()).toEqual([])
  })

  it('of ten uploads at once is one alert, and a reader may not upload it', async () => {
    const app = await makePlatformApp(open)
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(app, phish())))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
    expect(await alertsOf(app)).toHaveLength(1)
    expect((await upload(app, phish(), { as: 'read' })).statusCode).toBe(403)
  })
})
